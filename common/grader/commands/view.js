// The divider, the zoom and the menus of each comparison.
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
