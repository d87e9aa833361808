// Puts the page together.

drawHead();
drawStages();
drawSource();
drawErrors();
drawEvidence();
drawBounds();
drawReplay();

for (const part of document.querySelectorAll("main > section")) {
  const title = part.querySelector("h2");
  if (title) section("contents").append(make("a", {href: "#" + part.id}, title.textContent));
}
