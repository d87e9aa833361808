// What one block did, step by step: the line, the lanes that take part, the sectors or banks that
// they touch, and who waits at the barrier.

class Replay {
  constructor(launch) {
    this.launch = launch;
    this.recording = launch.recording;
    this.warps = Math.ceil(this.recording.threads / 32);
    this.warp = 0;
    this.at = 0;
    this.steps = sequenceOf(this.recording, this.warp);
    this.timer = null;
    this.parts = {};
  }

  follow(warp) {
    this.warp = warp;
    this.steps = sequenceOf(this.recording, warp);
    this.go(0);
  }

  go(at) {
    this.at = Math.min(Math.max(0, at), this.steps.length - 1);
    this.draw();
  }

  // At the line of what was found, in the warp that it was found in.
  begin(warp, line) {
    this.warp = Math.min(warp, this.warps - 1);
    this.parts.follow.value = this.warp;
    this.steps = sequenceOf(this.recording, this.warp);
    const found = this.steps.findIndex(step => step.kind == "request" && step.place.line == line);
    this.go(line > 0 && found >= 0 ? found : 0);
  }

  // To the next step, or the one before, of another line.
  line(way) {
    const here = this.steps[this.at];
    let at = this.at + way;
    while (this.steps[at] && this.steps[at].place.line == here.place.line && this.steps[at].kind != "barrier") at += way;
    this.go(at);
  }

  barrier() {
    const next = this.steps.findIndex((step, i) => i > this.at && step.kind == "barrier");
    this.go(next < 0 ? this.steps.length - 1 : next);
  }

  play(button) {
    const stop = () => {
      clearInterval(this.timer);
      this.timer = null;
      button.textContent = "Play";
    };
    if (this.timer !== null) return stop();
    button.textContent = "Pause";
    this.timer = setInterval(() => this.at + 1 < this.steps.length ? this.go(this.at + 1) : stop(), 700);
  }

  element() {
    const p = this.parts, button = (text, action) => make("button", {type: "button", onclick: action}, text);
    const warps = choice("Follow", [...Array.from({length: this.warps}, (_, w) => [w, `warp ${w}`]), [-1, "all warps"]], 0, w => this.follow(Number(w)));
    p.follow = warps.list;
    p.slider = make("input", {type: "range", min: 0, max: this.steps.length - 1, value: 0, "aria-label": "Step", oninput: () => this.go(Number(p.slider.value))});
    p.said = make("p", {class: "said", role: "status", "aria-live": "polite"});
    p.code = make("div", {class: "frame code-now", tabindex: "0", role: "region", "aria-label": "The line that runs"});
    p.lanes = make("div", {class: "lanes", role: "img"});
    p.memory = make("div", {class: "memory"});
    p.warps = make("div", {class: "warps"});
    p.table = make("details", {}, make("summary", {}, "Lanes, places and values"));
    p.table.addEventListener("toggle", () => this.draw());
    const play = button("Play", () => this.play(play));
    const root = make("div", {class: "replay", tabindex: "0", role: "group", "aria-label": "Replay; the arrow keys step"},
      make("div", {class: "controls"}, warps.label, button("Start", () => this.go(0)), button("Back", () => this.go(this.at - 1)),
        button("Step", () => this.go(this.at + 1)), button("Next line", () => this.line(1)), button("To the barrier", () => this.barrier()), play),
      make("div", {class: "controls"}, p.slider), p.said,
      make("div", {class: "beside"}, p.code, make("div", {class: "hardware"}, p.lanes, p.memory, p.warps)), p.table);
    root.addEventListener("keydown", event => {
      if (event.target != root && event.target.tagName != "BUTTON") return;
      const action = {ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1),
        ArrowDown: () => this.line(1), ArrowUp: () => this.line(-1)}[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
    return root;
  }

  draw() {
    const p = this.parts, step = this.steps[this.at];
    if (!step) return p.said.replaceChildren("Nothing of this kernel's own was recorded: it reads and writes nothing here.");
    p.slider.max = this.steps.length - 1;
    p.slider.value = this.at;
    p.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${this.steps.length}, line ${step.place.line}`);
    p.said.replaceChildren(make("strong", {}, `Step ${this.at + 1} of ${this.steps.length}`), ". " + this.words(step));
    this.drawCode(step);
    this.drawLanes(step);
    p.memory.replaceChildren(...memoryOf(step));
    this.drawWarps(step);
    this.drawTable(step);
  }

  words(step) {
    const line = `Line ${step.place.line}: `, lanes = step.lanes.length == 32 ? "all 32 lanes" : count(step.lanes.length, "lane");
    const who = this.warp < 0 ? `warp ${step.warp}, ` : "";
    switch (step.kind) {
      case "barrier":
        return `${line}the barrier. ${count(step.waiting, "thread")} of ${this.recording.threads} came to it` +
          (step.waiting < this.recording.threads ? ", the others have ended" : "") + ". What was written before is seen by all from here on.";
      case "divergence":
        return `${line}${who}the lanes part. What follows runs once for each group of lanes, while the others wait.`;
      case "line":
        return `${line}${who}${lanes} ${step.lanes.length == 1 ? "runs" : "run"} it.`;
    }
    const verb = {read: "read", write: "write", atomic: "change"}[step.access] + (step.lanes.length == 1 ? "s" : "");
    const name = step.buffer ? ` (${step.buffer.name.replace(" in shared memory", "")})` : "";
    const asked = step.bytes * new Set(step.accesses.map(one => one.address)).size;
    const cost = {global: `${count(unitsOf(step), "sector")} of 32 bytes, of which ${count(asked, "byte")} ${asked == 1 ? "is" : "are"} wanted`,
      shared: count(unitsOf(step), "wavefront"), constant: count(unitsOf(step), "word")}[step.space];
    return `${line}${who}${lanes} ${verb} ${count(step.bytes, "byte")}${step.lanes.length == 1 ? "" : " each"} of ${step.space} memory${name}` +
      (cost ? `: ${cost}` : "") + "." + this.again(step);
  }

  // How often the warp has been at this access before.
  again(step) {
    const before = this.steps.slice(0, this.at).filter(one => one.kind == "request" && one.warp == step.warp && one.number == step.number).length;
    return before > 0 ? ` For the ${before + 1}${["th", "st", "nd", "rd"][(before + 1) % 100 >= 11 && (before + 1) % 100 <= 13 ? 0 : (before + 1) % 10] ?? "th"} time here.` : "";
  }

  drawCode(step) {
    const source = page.sources.find(one => one.file == baseName(step.place.file)), pane = this.parts.code;
    if (!source) return pane.replaceChildren(make("p", {class: "small"}, `${baseName(step.place.file)}, line ${step.place.line}`));
    if (pane.dataset.file != source.file) {
      pane.dataset.file = source.file;
      pane.replaceChildren(make("table", {}, make("tbody", {}, ...source.text.replace(/\n$/, "").split("\n").map((code, i) =>
        make("tr", {}, make("td", {class: "line"}, String(i + 1)), make("td", {class: "code"}, ...highlight(code)))))));
    }
    pane.querySelectorAll("tr.now").forEach(row => row.classList.remove("now"));
    const row = pane.querySelectorAll("tr")[step.place.line - 1];
    if (!row) return;
    row.classList.add("now");
    pane.scrollTop = row.offsetTop - pane.clientHeight / 2;
  }

  drawLanes(step) {
    const lanes = this.parts.lanes;
    lanes.setAttribute("aria-label", step.kind == "barrier" ? "All warps wait for each other" : `Lanes that take part: ${step.lanes.join(", ") || "none"}`);
    lanes.replaceChildren(make("span", {class: "name"}, step.kind == "barrier" ? "block" : `warp ${step.warp}`),
      ...Array.from({length: 32}, (_, lane) => make("span", {class: step.kind == "barrier" || step.lanes.includes(lane) ? "lane on" : "lane"}, String(lane))));
  }

  // How far each warp is, where all are followed: a barrier holds those that came early.
  drawWarps(step) {
    if (this.warp >= 0 || this.warps == 1) return this.parts.warps.replaceChildren();
    const barriers = this.steps.map((one, i) => one.kind == "barrier" ? i : -1).filter(i => i >= 0);
    const begin = Math.max(0, ...barriers.filter(i => i < this.at)), end = barriers.find(i => i >= this.at) ?? this.steps.length;
    const rows = Array.from({length: this.warps}, (_, w) => {
      const mine = i => this.steps[i].warp == w && this.steps[i].kind != "barrier";
      const range = Array.from({length: end - begin}, (_, i) => begin + i).filter(mine);
      const done = range.filter(i => i <= this.at).length, waits = range.length > 0 && done == range.length && end < this.steps.length;
      const state = step.kind == "barrier" ? "at the barrier" : waits ? "waits" : done > 0 ? "runs" : "not yet";
      return make("tr", {class: w == step.warp && step.kind != "barrier" ? "now" : ""}, make("th", {scope: "row"}, `warp ${w}`),
        make("td", {}, make("progress", {max: Math.max(1, range.length), value: step.kind == "barrier" ? Math.max(1, range.length) : done, "aria-label": `warp ${w}`})), make("td", {}, state));
    });
    this.parts.warps.replaceChildren(make("table", {}, make("caption", {class: "small"}, "Warps, up to the next barrier"), make("tbody", {}, ...rows)));
  }

  drawTable(step) {
    const table = this.parts.table;
    table.querySelector("table")?.remove();
    table.hidden = step.kind != "request";
    if (!table.open || table.hidden) return;
    const rows = step.accesses.map(one => make("tr", {}, make("th", {scope: "row"}, String(one.lane)),
      make("td", {}, `byte ${one.offset}`), make("td", {}, `element ${show(one.offset / step.bytes)}`), make("td", {}, one.value ?? "-")));
    table.append(make("table", {}, make("thead", {}, make("tr", {}, ...["lane", "from the start", "of this size", step.access == "read" ? "read" : "written"].map(text =>
      make("th", {scope: "col"}, text)))), make("tbody", {}, ...rows)));
  }
}

// The sectors, banks or words of a request.
function memoryOf(step) {
  if (step.kind != "request") return [];
  const draw = {global: sectorPicture, shared: bankPicture, constant: wordPicture}[step.space];
  return draw ? draw(step) : [];
}

const ranges = lanes => {
  const parts = [];
  for (const lane of lanes) {
    const last = parts.at(-1);
    if (last && last[1] + 1 == lane) last[1] = lane;
    else if (!last || last[1] != lane) parts.push([lane, lane]);
  }
  return parts.map(([a, b]) => a == b ? String(a) : `${a}-${b}`).join(" ");
};

function sectorPicture(step) {
  const sectors = [...sectorsOf(step)], most = 40, begin = step.buffer?.begin ?? 0;
  const boxes = sectors.slice(0, most).map(([sector, lanes]) => make("li", {class: "sector"},
    make("small", {}, `byte ${sector * SECTOR - begin}`), make("span", {}, "lanes " + ranges(lanes))));
  return [make("p", {class: "small"}, `${count(sectors.length, "sector")} of global memory, each 32 bytes:`),
    make("ul", {class: "sectors"}, ...boxes, sectors.length > most ? make("li", {}, `and ${sectors.length - most} more`) : null)];
}

function bankPicture(step) {
  const passes = passesOf(step);
  const head = make("tr", {}, make("th", {scope: "col"}, "bank"), ...Array.from({length: BANKS}, (_, bank) => make("th", {scope: "col"}, String(bank))));
  const rows = passes.map((pass, n) => make("tr", {}, make("th", {scope: "row"}, `wavefront ${n + 1}`), ...Array.from({length: BANKS}, (_, bank) =>
    pass.has(bank) ? make("td", {class: "on"}, ranges(pass.get(bank).lanes)) : make("td"))));
  return [make("p", {class: "small"}, `${count(passes.length, "wavefront")}: in each, every bank serves one word. In a cell stand the lanes that get it.`),
    make("div", {class: "frame", tabindex: "0", role: "region", "aria-label": "Banks of shared memory"}, make("table", {class: "banks"}, make("thead", {}, head), make("tbody", {}, ...rows)))];
}

function wordPicture(step) {
  const pieces = [...piecesOf(step, step.bytes)];
  return [make("p", {class: "small"}, `${count(pieces.length, "word")} of constant memory; one is served at a time, to all lanes that want it:`),
    make("ul", {class: "sectors"}, ...pieces.slice(0, 40).map(([piece, lanes]) => make("li", {class: "sector"},
      make("small", {}, `byte ${piece * step.bytes - (step.buffer?.begin ?? 0)}`), make("span", {}, "lanes " + ranges(lanes)))))];
}

function blockIndex(launch) {
  const [x, y] = launch.grid, n = launch.recording.block;
  return `(${n % x}, ${Math.floor(n / x) % y}, ${Math.floor(n / x / y)})`;
}

// What records another block.
function replayCommand() {
  if (page.command) return page.command;
  const lab = verdict.lab.slice(0, 2), src = verdict.source && verdict.source != "labs" ? ` SRC=${verdict.source}` : "";
  return `make replay LAB=${lab}${src} STAGE=${page.replay.stage} BLOCK=0,0`;
}

function drawReplay() {
  const replay = page.replay;
  if (!replay || replay.launches.length == 0) return fill("replay");
  const view = make("div"), about = make("p", {class: "small"});
  const show = index => {
    const launch = replay.launches[index];
    about.textContent = `${launch.function || launch.kernel}, grid ${extent(launch.grid)}, blocks of ${extent(launch.block)} threads. ` +
      `Shown is block ${blockIndex(launch)}: ${replay.why}. ` + (launch.recording.folded.length > 0 ?
      "Of long loops only the first turns are recorded." : "");
    const player = new Replay(launch);
    view.replaceChildren(player.element());
    player.begin(replay.warp, replay.line);
  };
  const menu = choice("Launch", replay.launches.map((one, i) => [i, `${i + 1}: ${one.function || one.kernel}`]), 0, show);
  fill("replay", "Watch one block", make("p", {}, replay.case ? `Recorded in the case "${replay.case}". ` : "",
    "Each step is what one warp does at once."), about,
    replay.launches.length > 1 ? make("div", {class: "controls"}, menu.label) : null, view,
    make("p", {class: "small"}, replay.case ? "Another block, stage or case: " : "Another block: ", make("code", {}, replayCommand())));
  show(0);
}
