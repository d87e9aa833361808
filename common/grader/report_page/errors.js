// The values of a wrong output: a picture of the errors with the grid of blocks, what was expected
// and what came for each pixel, and the neighbourhood of one pixel with the filter's window.

class WrongOutput {
  constructor(data) {
    Object.assign(this, data);
    this.expectedValues = floatsOf(data.expected);
    this.gotValues = floatsOf(data.got);
  }
  // x and y count in the part that is shown.
  at(x, y, channel = 0) {
    const index = (y * this.width + x) * this.channels + channel;
    return {expected: this.expectedValues[index], got: this.gotValues[index]};
  }
  state(x, y) { return this.states[y * this.width + x]; }
  error(x, y) {
    let worst = 0;
    for (let c = 0; c < this.channels; ++c) {
      const {expected, got} = this.at(x, y, c), error = Math.abs(got - expected);
      worst = Number.isFinite(error) ? Math.max(worst, error) : Infinity;
    }
    return worst;
  }
  largest() {
    let largest = 0;
    for (let y = 0; y < this.height; ++y)
      for (let x = 0; x < this.width; ++x)
        if (Number.isFinite(this.error(x, y))) largest = Math.max(largest, this.error(x, y));
    return largest;
  }
  colour(x, y, largest) {
    if (this.state(x, y) == "2") return COLOURS.unwritten;
    if (!Number.isFinite(this.error(x, y))) return COLOURS.infinite;
    return this.state(x, y) == "1" ? hot(this.error(x, y) / largest) : COLOURS.right;
  }
}

function drawErrors() {
  if (page.pictures.length == 0) return fill("errors");
  const view = make("div");
  const show = index => view.replaceChildren(...errorView(new WrongOutput(page.pictures[index])));
  const menu = choice("Case", page.pictures.map((one, i) => [i, one.case]), 0, show);
  fill("errors", "Where the output is wrong", make("div", {class: "controls"}, menu.label), view);
  show(0);
}

function errorView(output) {
  const scale = Math.max(1, Math.floor(640 / Math.max(output.width, output.height)));
  const canvas = make("canvas", {width: output.width * scale, height: output.height * scale, tabindex: "0", role: "img",
    "aria-label": `Errors of "${output.case}", ${output.width} by ${output.height} pixels. The arrow keys move from pixel to pixel.`});
  const said = make("p", {class: "said", role: "status", "aria-live": "polite"}), near = make("div", {class: "frame"});
  const largest = output.largest();
  let grid = Boolean(output.block), pixel = [output.worst[0] - output.left, output.worst[1] - output.top];
  const draw = () => {
    const pen = canvas.getContext("2d");
    for (let y = 0; y < output.height; ++y)
      for (let x = 0; x < output.width; ++x) {
        pen.fillStyle = output.colour(x, y, largest);
        pen.fillRect(x * scale, y * scale, scale, scale);
      }
    pen.strokeStyle = "#8fd0ff";
    if (grid) drawGrid(pen, output, scale);
    pen.strokeStyle = "#fff";
    pen.lineWidth = 2;
    pen.strokeRect(pixel[0] * scale - 1, pixel[1] * scale - 1, scale + 2, scale + 2);
    pen.lineWidth = 1;
  };
  const select = (x, y) => {
    pixel = [Math.min(output.width - 1, Math.max(0, x)), Math.min(output.height - 1, Math.max(0, y))];
    said.textContent = pixelText(output, ...pixel);
    near.replaceChildren(neighbourhood(output, ...pixel));
    draw();
  };
  const point = event => {
    const box = canvas.getBoundingClientRect();
    select(Math.floor((event.clientX - box.left) / box.width * output.width), Math.floor((event.clientY - box.top) / box.height * output.height));
  };
  canvas.addEventListener("pointermove", point);
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("keydown", event => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!step) return;
    event.preventDefault();
    select(pixel[0] + step[0], pixel[1] + step[1]);
  });
  const controls = make("div", {class: "controls"},
    make("button", {type: "button", onclick: () => select(output.worst[0] - output.left, output.worst[1] - output.top)}, "Worst pixel"),
    output.block ? make("label", {}, make("input", {type: "checkbox", checked: true, onchange: event => { grid = event.target.checked; draw(); }}),
      ` Blocks of ${output.block[0]}x${output.block[1]}`) : null);
  const cut = output.width < output.image[0] || output.height < output.image[1];
  select(...pixel);
  return [controls, make("div", {class: "beside"}, make("div", {class: "picture"}, canvas, legend(),
    cut ? make("p", {class: "small"}, `Columns ${output.left} to ${output.left + output.width - 1} and rows ${output.top} to ` +
      `${output.top + output.height - 1} of ${output.image[0]}x${output.image[1]} pixels.`) : ""), make("div", {class: "picked"}, said, near))];
}

function drawGrid(pen, output, scale) {
  const [across, down] = output.block;
  pen.beginPath();
  for (let x = across - output.left % across; x < output.width; x += across) {
    pen.moveTo(x * scale + .5, 0);
    pen.lineTo(x * scale + .5, output.height * scale);
  }
  for (let y = down - output.top % down; y < output.height; y += down) {
    pen.moveTo(0, y * scale + .5);
    pen.lineTo(output.width * scale, y * scale + .5);
  }
  pen.stroke();
}

function legend() {
  const swatch = (colour, text) => make("li", {}, make("span", {class: "swatch", style: `background: ${colour}`}), text);
  return make("ul", {class: "legend"}, swatch(COLOURS.right, "right"), swatch(hot(0.1), "small error"), swatch(hot(0.6), "larger"),
    swatch(hot(1), "largest"), swatch(COLOURS.infinite, "infinite or not a number"), swatch(COLOURS.unwritten, "never written"));
}

function pixelText(output, x, y) {
  const values = Array.from({length: output.channels}, (_, c) => output.at(x, y, c));
  const place = `x=${output.left + x}, y=${output.top + y}`;
  const block = output.block ? `, block (${Math.floor((output.left + x) / output.block[0])}, ${Math.floor((output.top + y) / output.block[1])})` : "";
  const state = {0: "right", 1: "wrong", 2: "never written"}[output.state(x, y)];
  return `${place}${block}: expected ${values.map(v => show(v.expected)).join(", ")}; got ${values.map(v => show(v.got)).join(", ")}: ${state}.`;
}

// Five by five pixels around one. What the filter's window reaches has a frame.
function neighbourhood(output, x, y) {
  const [across, down] = output.window ?? [0, 0];
  const rows = [-2, -1, 0, 1, 2].map(dy => make("tr", {}, make("th", {scope: "row"}, String(output.top + y + dy)), ...[-2, -1, 0, 1, 2].map(dx => {
    const px = x + dx, py = y + dy;
    if (px < 0 || py < 0 || px >= output.width || py >= output.height) return make("td", {class: "outside"}, "-");
    const one = output.at(px, py), bad = output.state(px, py) != "0";
    const inWindow = Math.abs(dx) <= (across - 1) / 2 && Math.abs(dy) <= (down - 1) / 2;
    return make("td", {class: (bad ? "wrong" : "") + (inWindow ? " window" : "") + (dx == 0 && dy == 0 ? " middle" : "")},
      show(one.got, 4), bad ? make("small", {}, "not " + show(one.expected, 4)) : "");
  })));
  const text = "What came, and below it in wrong pixels what was expected" + (output.channels > 1 ? " (channel 0)" : "") +
    (across > 0 ? `. The frame is the filter's window of ${across}x${down}${across > 5 || down > 5 ? ", of which more lies outside" : ""}.` : ".");
  return make("table", {class: "near"}, make("caption", {class: "small"}, text), make("thead", {}, make("tr", {}, make("th", {scope: "col"}, "y \\ x"),
    ...[-2, -1, 0, 1, 2].map(dx => make("th", {scope: "col"}, String(output.left + x + dx))))), make("tbody", {}, ...rows));
}
