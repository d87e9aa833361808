// Puts the page together.

drawHead();
drawStages();
drawSource();
drawErrors();
drawEvidence();
drawBounds();
drawTimetable();
drawReplay();

for (const part of document.querySelectorAll("main > section")) {
  const title = part.querySelector("h2");
  if (title) section("contents").append(make("a", {href: "#" + part.id}, title.textContent));
}

// While make watch runs, a file beside this one says when there is a newer page.
var newest = page.live?.stamp;
if (page.live) {
  const saved = JSON.parse(sessionStorage.getItem("place") ?? "null");
  if (saved) scrollTo(0, saved);
  setInterval(() => {
    if (newest != page.live.stamp) {
      sessionStorage.setItem("place", String(scrollY));
      return location.reload();
    }
    const script = make("script", {src: page.live.file + "?" + Date.now()});
    script.onload = script.onerror = () => script.remove();
    document.head.append(script);
  }, 1000);
}
