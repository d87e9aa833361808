// The verdict, what to do next, the stages with their failing cases, and the evidence.

const stageOf = id => verdict.stages.find(stage => stage.id == id);
const failing = verdict.cases.filter(one => !["passed", "not_done", "skipped"].includes(one.verdict));
const badge = name => make("span", {class: "badge " + name}, words(name));

function drawHead() {
  const points = verdict.points;
  section("verdict").append(badge(verdict.verdict), ` ${show(points.earned)} of ${show(points.max)} points`,
    points.bonus_max > 0 ? `, bonus ${show(points.bonus)} of ${show(points.bonus_max)}` : "");
  fill("next", "What to do next", make("p", {class: "lead"}, verdict.next),
    verdict.headline && verdict.headline != words(verdict.verdict) ? make("p", {}, verdict.headline) : null,
    ...findings());
  if (verdict.build.log)
    section("next").append(make("h3", {}, verdict.verdict == "build_failed" ? "The compiler says" : "The compiler warns"),
      make("pre", {tabindex: "0", class: "frame"}, verdict.build.log));
}

// What the simulator found, the nearest to the mistake first.
function findings() {
  if (verdict.findings.length == 0) return [];
  return [make("h3", {}, "What the simulator saw"), make("ul", {}, ...verdict.findings.slice(0, 8).map(finding =>
    make("li", {}, make("strong", {}, words(finding.kind)), " at ", toLine(baseName(finding.file), finding.line),
      ": " + finding.message + ` (${count(finding.cases, "case")}, first in "${finding.case}")`)))];
}

function drawStages() {
  const rows = verdict.stages.map(stage => make("tr", {},
    make("td", {}, badge(stage.verdict)),
    make("td", {}, stage.title, make("br"), make("a", {href: "#source", class: "small", onclick: () => showFile(stage.file)}, stage.file)),
    make("td", {class: "number"}, stage.cases > 0 ? `${stage.passed} of ${stage.cases}` : "-"),
    make("td", {class: "number"}, `${show(stage.points)} of ${show(stage.max_points)}`)));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...["", "stage", "cases that pass", "points"].map(text =>
    make("th", {scope: "col"}, text)))), make("tbody", {}, ...rows));
  fill("stages", "Stages", make("div", {class: "frame", tabindex: "0", role: "region", "aria-label": "Stages"}, table), ...failures());
}

// The first failing cases of each stage, the others folded.
function failures() {
  return verdict.stages.flatMap(stage => {
    const cases = failing.filter(one => one.stage == stage.id);
    if (cases.length == 0) return [];
    return [make("h3", {}, `Cases of "${stage.title}" that fail`), ...cases.slice(0, 3).map(explain),
      cases.length > 3 ? make("details", {}, make("summary", {}, `${count(cases.length - 3, "more case")}`), ...cases.slice(3).map(explain)) : null];
  });
}

function explain(one) {
  const worst = one.worst;
  const value = worst ? `At x=${worst.x}, y=${worst.y}${one.channels > 1 ? `, channel ${worst.channel}` : ""}: expected ` +
    `${show(worst.expected)}, got ${show(worst.got)}. ${one.above_tolerance} of ${count(one.values ?? 0, "value")} ` +
    `${one.above_tolerance == 1 ? "is" : "are"} wrong; the tolerance is ${show(one.tolerance, 3)}.` : "";
  return make("div", {class: "case"}, make("p", {}, badge(one.verdict), " " + one.name),
    make("p", {}, make("strong", {}, (one.verdict == "wrong" ? "Likely cause: " : "") + words(one.cause || one.verdict)), ". " + one.message),
    value ? make("p", {class: "small"}, value) : null);
}

// The numbers of a check that have a limit.
function limits(entry) {
  return Object.entries(entry.limits ?? {}).map(([name, bound]) =>
    ({name, value: number(bound.value), limit: bound.most ?? bound.least, least: bound.most === undefined}));
}

// How near a number comes to its limit.
function limitBar({name: key, value, limit, least}) {
  if (!(limit > 0) || !Number.isFinite(value)) return null;
  const scale = Math.max(value, limit) * 1.15, x = share => 200 * share / scale, good = least ? value >= limit : value <= limit;
  const name = words(key);
  const text = `${show(value, 3)}, ${least ? "at least" : "at most"} ${show(limit, 3)}`;
  return make("div", {class: "bar"}, make("span", {}, name),
    make("svg", {viewBox: "0 0 200 14", role: "img", "aria-label": `${name}: ${text}`},
      make("rect", {x: 0, y: 2, width: x(value), height: 10, class: good ? "good" : "bad"}),
      make("line", {x1: x(limit), x2: x(limit), y1: 0, y2: 14, class: "limit"})),
    make("span", {class: "small"}, text));
}

function drawEvidence() {
  if (verdict.evidence.length == 0) return fill("evidence");
  const items = verdict.evidence.filter(entry => !(entry.max_points == 0 && entry.verdict == "skipped")).map(entry =>
    make("li", {}, badge(entry.verdict), " ", make("strong", {}, entry.title),
      entry.max_points > 0 ? ` (${show(entry.points)} of ${show(entry.max_points)} points)` : " (for the bonus)",
      make("p", {class: "small"}, entry.message),
      ...limits(entry).map(limitBar)));
  fill("evidence", "Evidence", make("p", {class: "small"}, "Evidence says how a result was computed. The simulator counts it while your code runs."),
    make("ul", {class: "plain"}, ...items));
}
