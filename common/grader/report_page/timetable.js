// When the copies and kernels of a call could run, where streams and events leave them free to: a line for each
// engine of each device, as evidence about overlap has it.

const engineNames = {copy_in: "copies in", kernels: "kernels", copy_out: "copies out", between: "sent"};

function drawTimetable() {
  const tables = page.timetables ?? [];
  if (tables.length == 0) return fill("timetable");
  const view = make("div");
  const show = id => view.replaceChildren(...timetableOf(tables.find(one => one.stage == id)));
  const menu = choice("Stage", tables.map(one => [one.stage, stageOf(one.stage).title]), tables[0].stage, show);
  fill("timetable", "What could run at the same time", make("p", {class: "small"}, "Not measured: each copy and kernel begins as soon as " +
    "all has ended that streams and events let it wait for, and its engine is free. A copied byte takes one unit of time, and a kernel as long as a copy " +
    "of what it writes."), make("div", {class: "controls"}, menu.label), view);
  show(tables[0].stage);
}

function timetableOf(table) {
  const lanes = Object.keys(engineNames).flatMap(engine => [...new Set(table.operations.filter(one => one.engine == engine).map(one => one.device))]
    .map(device => ({engine, device}))).sort((a, b) => a.device - b.device);
  const several = new Set(lanes.map(lane => lane.device)).size > 1;
  const width = 720, left = 150, high = 22, height = high * lanes.length + 24, scale = (width - left - 10) / table.length;
  const nameOf = lane => (several ? `device ${lane.device}: ` : "") + engineNames[lane.engine];
  const drawn = lanes.flatMap((lane, n) => [make("text", {x: left - 8, y: n * high + 15, "text-anchor": "end"}, nameOf(lane)),
    make("line", {x1: left, x2: width - 10, y1: (n + 1) * high - 1, y2: (n + 1) * high - 1, class: "grid"}),
    ...table.operations.filter(one => one.engine == lane.engine && one.device == lane.device).map(one => make("rect", {x: left + one.begin * scale,
      y: n * high + 3, width: Math.max(1, (one.end - one.begin) * scale - 1), height: high - 6, class: "engine " + one.engine},
      make("title", {}, `${one.what}, stream ${one.stream}, line ${one.line} of ${baseName(one.file)}`)))]);
  const share = show(table.length / table.serial, 2);
  const rows = table.operations.map(one => make("tr", {}, make("td", {}, one.what), make("td", {}, nameOf(one)), make("td", {class: "number"}, String(one.stream)),
    make("td", {class: "number"}, show(one.begin)), make("td", {class: "number"}, show(one.end)), make("td", {}, toLine(baseName(one.file), one.line))));
  return [make("p", {}, `"${table.case}": ${share} of the time that all of them take one after another.`),
    make("div", {class: "frame", tabindex: "0", role: "region", "aria-label": "Timetable"}, make("svg", {viewBox: `0 0 ${width} ${height}`, class: "timetable", role: "img",
      "aria-label": `Timetable of ${count(table.operations.length, "operation")} on ${count(lanes.length, "engine")}; the table below lists them`}, ...drawn,
      make("text", {x: left, y: height - 6}, "begin"), make("text", {x: width - 10, y: height - 6, "text-anchor": "end"}, "end"))),
    make("details", {}, make("summary", {}, "All of them in a table"), make("div", {class: "frame", tabindex: "0", role: "region", "aria-label": "Operations"},
      make("table", {}, make("thead", {}, make("tr", {}, ...["what", "engine", "stream", "begin", "end", "line"].map(text => make("th", {scope: "col"}, text)))),
        make("tbody", {}, ...rows))))];
}
