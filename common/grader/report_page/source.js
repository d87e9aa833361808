// The student's files, with what the simulator counted in the margin of each line and what it found
// below it.

let shownFile = "", openFile = () => {};

// What each line of a file did to memory, over the launches of one case.
function marginOf(file, launches) {
  const lines = new Map();
  for (const launch of launches) {
    for (const one of launch.lines) {
      if (one.file != file || one.space == "local") continue;
      const line = lines.get(one.line) ?? {texts: [], units: 0, divided: 0};
      if (one.requests > 0 && ["global", "shared", "constant"].includes(one.space)) {
        const unit = {global: "sectors", shared: "wavefronts", constant: "words"}[one.space];
        const rate = (one.units / one.requests).toFixed(2).replace(/\.?0+$/, "");
        const text = `${one.space} ${one.access}: ${rate} ${rate == "1" ? unit.slice(0, -1) : unit}`;
        if (!line.texts.includes(text)) line.texts.push(text);
        if (one.space != "constant") line.units += one.units;
      }
      line.divided += one.divergences;
      lines.set(one.line, line);
    }
  }
  return lines;
}

// The cases whose counts a file can show: one entry for each case.
function countedCases(file) {
  const cases = new Map();
  for (const launch of page.launches) {
    if (!launch.lines.some(line => line.file == file)) continue;
    const key = launch.stage + "\n" + launch.case;
    cases.set(key, [...cases.get(key) ?? [], launch]);
  }
  return cases;
}

function drawSource() {
  if (page.sources.length == 0) return fill("source");
  const failed = verdict.stages.find(stage => !["passed", "not_done", "skipped"].includes(stage.verdict)) ??
    verdict.stages.find(stage => stage.verdict == "passed" && !stage.step_of && !stage.challenge);
  const first = failed && page.sources.some(one => one.file == failed.file) ? failed.file : page.sources[0].file;
  const view = make("div"), counted = make("span");
  const files = choice("File", page.sources.map(one => [one.file, one.file]), first, file => openFile(file));
  openFile = file => {
    files.list.value = shownFile = file;
    const cases = countedCases(file);
    const listing = key => {
      counted.replaceChildren();
      if (cases.size > 1) {
        const menu = choice("Counts of", [...cases.keys()].map(k => [k, k.split("\n")[1]]), key, listing);
        counted.append(menu.label);
      } else if (cases.size == 1) {
        counted.append(`Counts of "${key.split("\n")[1]}"`);
      }
      view.replaceChildren(fileListing(file, marginOf(file, cases.get(key) ?? [])));
    };
    listing([...cases.keys()].at(-1) ?? "");
  };
  fill("source", page.sources.length > 1 ? "Your files, line by line" : "The file, line by line",
    make("p", {class: "small"}, "Beside a line: what one request of a warp takes. Global memory moves in sectors of 32 bytes: 32 " +
      "neighbouring floats take 4. Shared memory takes one wavefront unless lanes want different words of one bank."),
    make("div", {class: "controls"}, files.label, counted), view);
  openFile(first);
}

function fileListing(file, margin) {
  const text = page.sources.find(one => one.file == file).text.replace(/\n$/, "").split("\n");
  const most = Math.max(0, ...[...margin.values()].map(line => line.units));
  const rows = text.flatMap((code, i) => {
    const line = margin.get(i + 1);
    const facts = line ? [...line.texts, line.divided > 0 ? `warps divided ${count(line.divided, "time")}` : ""].filter(Boolean) : [];
    const costs = line && most > 0 && line.units == most;
    const rows = [make("tr", {id: lineId(file, i + 1), class: costs ? "costs" : ""},
      make("td", {class: "line"}, String(i + 1)), make("td", {class: "code"}, ...highlight(code)),
      make("td", {class: "margin"}, ...facts.flatMap(fact => [fact, make("br")]), costs ? "costs most" : ""))];
    for (const finding of verdict.findings.filter(one => baseName(one.file) == file && one.line == i + 1))
      rows.push(make("tr", {class: "finding"}, make("td"), make("td", {colspan: "2"},
        make("strong", {}, words(finding.kind)), ": " + finding.message,
        finding.other_line ? make("span", {}, " The other access: ", toLine(baseName(finding.other_file), finding.other_line)) : "")));
    return rows;
  });
  return make("div", {class: "frame listing", tabindex: "0", role: "region", "aria-label": file},
    make("table", {}, make("thead", {class: "hidden"}, make("tr", {}, ...["line", "source", "what it does to memory"].map(head =>
      make("th", {scope: "col"}, head)))), make("tbody", {}, ...rows)));
}

const TOKENS = /(\/\/.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(<<<|>>>|\b__\w+__\b|\b__syncthreads\b|\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b)|\b(alignas|auto|bool|break|case|char|class|const|constexpr|continue|default|do|double|else|enum|extern|false|float|for|if|inline|int|long|namespace|new|nullptr|operator|return|short|signed|sizeof|static|struct|switch|template|this|true|typename|unsigned|using|void|volatile|while)\b/g;

// C++ and CUDA's own words in colours; within a comment over several lines nothing is coloured right,
// which harms nobody.
function highlight(code) {
  const parts = [];
  let at = 0;
  for (const match of code.matchAll(TOKENS)) {
    parts.push(code.slice(at, match.index));
    const kind = ["comment", "string", "cuda", "keyword"][match.slice(1).findIndex(group => group !== undefined)];
    parts.push(make("span", {class: kind}, match[0]));
    at = match.index + match[0].length;
  }
  return [...parts, code.slice(at)];
}

function showFile(file) {
  if (page.sources.some(one => one.file == file)) openFile(file);
}

function showLine(file, line) {
  if (shownFile != file) showFile(file);
  const row = document.getElementById(lineId(file, line));
  if (!row) return;
  row.scrollIntoView({block: "center"});
  row.classList.add("target");
  setTimeout(() => row.classList.remove("target"), 2500);
}
