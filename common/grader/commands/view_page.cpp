/// @file
/// Fills in view.html. What is wrong is compared with what is right at first.
#include "grader/commands/view_page.hpp"

#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"

namespace kit::grader {
namespace {

constexpr Template kView(
#include "grader/commands/view.html.inc"
);

constexpr std::string_view kStyle =
#include "grader/commands/view.css.inc"
    ;

constexpr std::string_view kScript =
#include "grader/commands/view.js.inc"
    ;

std::string menu(const Comparable& shown, const std::string& label, const std::string& name,
                 std::size_t chosen) {
  std::string options;
  for (std::size_t i = 0; i < shown.images.size(); ++i)
    options += kView.fill(i == chosen ? "chosen option" : "option",
                          {{"index", i}, {"name", shown.images[i].name}});
  return kView.fill("menu", {{"label", label}, {"name", name}, {"options", options}});
}

std::string images_of(const Comparable& shown) {
  std::string images;
  for (const ViewImage& image : shown.images)
    images += kView.fill("image", {{"source", image.source},
                                   {"text", image.text},
                                   {"width", shown.width},
                                   {"height", shown.height}});
  return images;
}

}  // namespace

std::string comparison_section(const Comparable& shown, int level) {
  std::string worst;
  if (shown.worst_x >= 0) worst = kView.fill("worst", {{"x", shown.worst_x}, {"y", shown.worst_y}});
  return kView.fill("comparison",
                    {{"id", shown.id},
                     {"width", shown.width},
                     {"height", shown.height},
                     {"level", level},
                     {"heading", shown.heading},
                     {"details", shown.details},
                     {"state", shown.right ? "right" : "wrong"},
                     {"finding", shown.finding},
                     {"menus", menu(shown, "Left", "left", shown.right ? 0 : 1) +
                                   menu(shown, "Right", "right-side", shown.right ? 1 : 2)},
                     {"worst", worst},
                     {"images", images_of(shown)}});
}

std::string comparison_page(const std::string& title, const std::string& body) {
  return html_page({title, body, kStyle, kScript, "data: 'self' file:"});
}

}  // namespace kit::grader
