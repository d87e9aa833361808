#include "view_page.hpp"

#include "classroom/text.hpp"

namespace kit::grader {
namespace {

using classroom::html;

constexpr const char* kViewStyle = R"(
:root { color-scheme: light dark; --back: #fff; --text: #1b1b1b; --soft: #545454; --line: #8a8a8a;
  --link: #0a4fb5; --good: #0b5c2d; --bad: #9c1a1a; --panel: #f1f1ef; }
@media (prefers-color-scheme: dark) { :root { --back: #15171a; --text: #e9e9e9; --soft: #b5b5b5;
  --line: #7d7d7d; --link: #9cc2ff; --good: #86dba2; --bad: #ffa39b; --panel: #22252a; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
  margin: 0 auto; max-width: 70rem; padding: 1rem; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; } a { color: var(--link); }
.details, figcaption { color: var(--soft); }
.right { color: var(--good); } .wrong { color: var(--bad); font-weight: 600; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center;
  background: var(--panel); padding: .6rem .8rem; border-radius: .4rem; }
.controls label { display: flex; gap: .4rem; align-items: center; }
.controls input { width: 11rem; max-width: 60vw; }
select, button { font: inherit; color: var(--text); background: var(--back);
  border: 1px solid var(--line); border-radius: .3rem; padding: .2rem .4rem; }
.window { overflow: auto; width: fit-content; max-width: 100%; max-height: 80vh; margin: .6rem 0;
  border: 1px solid var(--line); }
.window:focus-visible, select:focus-visible, button:focus-visible, input:focus-visible {
  outline: 3px solid var(--link); outline-offset: 1px; }
.stack { position: relative; width: min(100%, var(--width)); --divider: 50%; }
.stack img { display: block; width: 100%; height: auto; image-rendering: pixelated; }
.stack .over { position: absolute; inset: 0; clip-path: inset(0 calc(100% - var(--divider)) 0 0); }
.stack .rule { position: absolute; top: 0; bottom: 0; left: var(--divider); width: 2px;
  margin-left: -1px; background: #fff; outline: 1px solid #000; }
.stack .mark { position: absolute; border: 2px solid #000; outline: 2px solid #fff; }
.images { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
figure { margin: 0; } figure img { width: 100%; height: auto; border: 1px solid var(--line); }
.table { overflow-x: auto; } table { border-collapse: collapse; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }
th, td:not(:first-child) { white-space: nowrap; }
section { margin-bottom: 2.5rem; }
)";

constexpr const char* kViewScript = R"(
for (const section of document.querySelectorAll("section.comparison")) {
  const find = selector => section.querySelector(selector);
  const figures = [...section.querySelectorAll("figure img")], width = +section.dataset.width;
  const [left, right, zoom] = [find(".left"), find(".right-side"), find(".zoom")];
  const [divider, state, pane, stack] =
      [find(".divider"), find("output"), find(".window"), find(".stack")];
  const show = () => {
    for (const [image, menu] of [[find(".over"), left], [find(".under"), right]]) {
      image.src = figures[menu.value].src;
      image.alt = figures[menu.value].alt;
    }
    const share = divider.value + " % " + left.selectedOptions[0].text + ", " +
        (100 - divider.value) + " % " + right.selectedOptions[0].text;
    stack.style.setProperty("--divider", divider.value + "%");
    divider.setAttribute("aria-valuetext", share);
    state.textContent = share;
  };
  // Keeps the point at the middle of the window where it is.
  const scale = () => {
    const x = (pane.scrollLeft + pane.clientWidth / 2) / stack.clientWidth;
    const y = (pane.scrollTop + pane.clientHeight / 2) / stack.clientHeight;
    stack.style.width = zoom.value == "fit" ? "" : width * zoom.value + "px";
    centre(x, y);
  };
  const centre = (x, y) => pane.scrollTo(x * stack.clientWidth - pane.clientWidth / 2,
                                         y * stack.clientHeight - pane.clientHeight / 2);
  for (const menu of [left, right]) menu.onchange = show;
  divider.oninput = show;
  zoom.onchange = scale;
  const worst = find("button.worst");
  if (worst) worst.onclick = () => {
    const height = +section.dataset.height, mark = find(".mark").style;
    const x = (+worst.dataset.x + .5) / width, y = (+worst.dataset.y + .5) / height;
    zoom.value = "8";
    scale();
    centre(x, y);
    mark.left = `calc(${100 * x}% - 8px)`;
    mark.top = `calc(${100 * y}% - 8px)`;
    mark.width = mark.height = "16px";
    find(".mark").hidden = false;
    divider.value = Math.round(100 * x);
    show();
    pane.scrollIntoView({block: "nearest"});
  };
  pane.onpointermove = pane.onpointerdown = event => {
    if (event.pointerType != "mouse" || event.buttons != 1) return;
    const box = stack.getBoundingClientRect();
    divider.value = Math.round((event.clientX - box.left) / box.width * 100);
    show();
  };
  for (const image of stack.querySelectorAll("img")) image.draggable = false;
  find(".viewer").hidden = false;
  show();
}
)";

/// The menus and the divider. What is wrong is compared with what is right at first.
std::string view_controls(const Comparable& shown) {
  const auto menu = [&](const std::string& label, const std::string& name, std::size_t chosen) {
    std::string text = "<label>" + label + " <select class=\"" + name + "\">";
    for (std::size_t i = 0; i < shown.images.size(); ++i)
      text += "<option value=\"" + std::to_string(i) + "\"" + (i == chosen ? " selected" : "") +
              ">" + html(shown.images[i].name) + "</option>";
    return text + "</select></label>\n";
  };
  std::string text = "<div class=\"controls\">\n" + menu("Left", "left", shown.right ? 0 : 1) +
                     menu("Right", "right-side", shown.right ? 1 : 2) +
                     "<label>Divider <input class=\"divider\" type=\"range\" min=\"0\" "
                     "max=\"100\" value=\"50\"></label>\n"
                     "<label>Zoom <select class=\"zoom\"><option value=\"fit\">fit</option>";
  for (const char* zoom : {"1", "2", "4", "8", "16"})
    text += std::string("<option value=\"") + zoom + "\">" + zoom + "x</option>";
  text += "</select></label>\n";
  if (shown.worst_x >= 0)
    text += "<button class=\"worst\" type=\"button\" data-x=\"" + std::to_string(shown.worst_x) +
            "\" data-y=\"" + std::to_string(shown.worst_y) + "\">Show the worst pixel</button>\n";
  return text + "<output></output>\n</div>\n";
}

}  // namespace

std::string comparison_section(const Comparable& shown, int level) {
  const std::string tag = "h" + std::to_string(level);
  std::string text =
      "<section class=\"comparison\" id=\"" + html(shown.id) + "\" data-width=\"" +
      std::to_string(shown.width) + "\" data-height=\"" + std::to_string(shown.height) + "\">\n<" +
      tag + ">" + html(shown.heading) + "</" + tag + ">\n<p class=\"details\">" +
      html(shown.details) + "</p>\n<p class=\"" + (shown.right ? "right" : "wrong") + "\">" +
      html(shown.finding) + "</p>\n<div class=\"viewer\" hidden>\n" + view_controls(shown) +
      "<div class=\"window\" tabindex=\"0\" role=\"region\" aria-label=\"" + html(shown.heading) +
      ": one image over the other\">\n<div class=\"stack\" style=\"--width: " +
      std::to_string(shown.width) +
      "px\"><img class=\"under\" alt=\"\"><img class=\"over\" alt=\"\">"
      "<div class=\"rule\"></div><div class=\"mark\" hidden></div></div>\n</div>\n</div>\n<div "
      "class=\"images\">\n";
  for (const ViewImage& image : shown.images)
    text += "<figure><img src=\"" + html(image.source) + "\" alt=\"" + html(image.text) +
            "\" width=\"" + std::to_string(shown.width) + "\" height=\"" +
            std::to_string(shown.height) + "\"><figcaption>" + html(image.text) +
            "</figcaption></figure>\n";
  return text + "</div>\n</section>\n";
}

std::string comparison_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "img-src data: 'self' file:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         html(title) + "</title>\n<style>" + kViewStyle + "</style>\n</head>\n<body>\n<main>\n" +
         body + "</main>\n<script>" + kViewScript + "</script>\n</body>\n</html>\n";
}

}  // namespace kit::grader
