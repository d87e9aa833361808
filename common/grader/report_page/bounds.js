// What bounds the kernels of a stage, by counts: the time that each unit of a card needs at least for
// what the simulator counted, and where that puts the stage below the card's roofline.

// Milliseconds that each unit is busy at its full rate (docs/estimate.md says what is left out).
function busyTimes(counters, card) {
  const clocks = card.multiprocessors * card.clock_ghz * 1e6;  // of all multiprocessors in a millisecond
  const sectors = counters.global_load_sectors + counters.global_store_sectors;
  return {
    "DRAM": 32 * (counters.unique_load_sectors + counters.unique_store_sectors) / (card.dram_gb_per_s * 1e6),
    "first-level cache": sectors / (4 * clocks),
    "shared memory": (counters.shared_load_wavefronts + counters.shared_store_wavefronts) / clocks,
    "arithmetic": counters.flops / (card.fp32_tflop_per_s * 1e9),
  };
}

// The launches of a stage's largest cases together.
const sumOf = stage => page.counts.find(one => one.stage == stage).counters;

const bytesMoved = sum => 32 * (sum.unique_load_sectors + sum.unique_store_sectors);

// A dot of the roofline: operations a byte, and a rate that the busiest unit allows.
function dotOf(sum, card) {
  const time = Math.max(...Object.values(busyTimes(sum, card)));
  return {intensity: sum.flops / bytesMoved(sum), rate: sum.flops / time / 1e6};
}

function drawBounds() {
  const card = page.card, stages = verdict.stages.filter(stage => page.launches.some(one => one.stage == stage.id));
  if (!card || stages.length == 0) return fill("bounds");
  const view = make("div");
  const show = id => view.replaceChildren(...boundsOf(id, card));
  const first = page.replay?.stage ?? stages[0].id;
  const menu = choice("Stage", stages.map(stage => [stage.id, stage.title]), first, show);
  fill("bounds", "What bounds it", make("p", {class: "small"}, `By the simulator's counts and the rates of a card (${card.name}). ` +
    "The time of a unit is what it needs at least; a kernel takes no less than its busiest unit, and more where it waits. ",
    make("code", {}, `make profile LAB=${verdict.lab.slice(0, 2)}`), " estimates how much more."), make("div", {class: "controls"}, menu.label), view);
  show(first);
}

function boundsOf(stage, card) {
  const sum = sumOf(stage), times = busyTimes(sum, card), longest = Math.max(...Object.values(times));
  if (!(longest > 0)) return [make("p", {}, "Nothing was counted.")];
  const bars = Object.entries(times).map(([name, time]) => make("div", {class: "bar"}, make("span", {}, name),
    make("svg", {viewBox: "0 0 200 14", role: "img", "aria-label": `${name}: ${Math.round(100 * time / longest)} % of the longest`},
      make("rect", {x: 0, y: 2, width: 200 * time / longest, height: 10, class: time == longest ? "bad" : "good"})),
    make("span", {class: "small"}, `${show(1000 * time, 3)} us${time == longest ? ", bounds it" : ""}`)));
  const launches = page.launches.filter(one => one.stage == stage);
  const measured = verdict.timing.filter(one => one.stage == stage && one.counts).map(one => make("li", {},
    `${one.name}: ${show(one.student_ms, 3)} ms` + (one.percent_of_copy ? `, ${Math.round(one.percent_of_copy)} % of the speed of a copy` : "")));
  return [make("p", {class: "small"}, `${count(launches.length, "launch").replace("launchs", "launches")} of "${launches[0].case}": ` +
    `${amount(sum.flops)} operations, ${amount(bytesMoved(sum))}B of memory.`), ...bars,
    sum.flops > 0 ? roofline(stage, sum, card) : make("p", {class: "small"}, "No floating-point operations: it has no place on a roofline."),
    ...(measured.length > 0 ? [make("p", {class: "small"}, `Measured on ${verdict.device?.name ?? "this machine"}:`), make("ul", {class: "small"}, ...measured)] : [])];
}

function roofline(stage, sum, card) {
  const width = 560, height = 300, left = 58, bottom = 44, mine = dotOf(sum, card);
  const peak = card.fp32_tflop_per_s * 1000, bandwidth = card.dram_gb_per_s, ridge = peak / bandwidth;
  const trail = (page.trail ?? []).filter(one => one.stage == stage && one.case == page.launches.find(l => l.stage == stage).case).map(one => dotOf(one.counters, card));
  const solution = (page.solution ?? []).find(one => one.stage == stage && one.case == page.launches.find(l => l.stage == stage).case);
  const dots = [...trail.map(dot => ({...dot, kind: "trail", text: "an earlier attempt"})),
    ...(solution ? [{...dotOf(solution.counters, card), kind: "solution", text: "the solution"}] : []), {...mine, kind: "mine", text: "this attempt"}];
  const low = Math.min(0.05, ...dots.map(dot => dot.intensity)) / 2, high = Math.max(4 * ridge, ...dots.map(dot => dot.intensity)) * 2;
  const lowest = Math.min(low * bandwidth, ...dots.map(dot => dot.rate)) / 1.5;
  const x = v => left + (width - left - 12) * Math.log(v / low) / Math.log(high / low);
  const y = v => height - bottom - (height - bottom - 16) * Math.log(v / lowest) / Math.log(peak * 2 / lowest);
  const powers = (from, to) => Array.from({length: 12}, (_, i) => 10 ** (i - 3)).filter(v => v >= from && v <= to);
  const said = dots.filter(dot => dot.kind != "trail").map(dot => `${dot.text}: ${show(dot.intensity, 3)} operations a byte, at most ${amount(dot.rate)} GFLOP/s`);
  return make("div", {}, make("div", {class: "frame", tabindex: "0", role: "region", "aria-label": "Roofline"}, make("svg", {viewBox: `0 0 ${width} ${height}`, class: "roofline", role: "img", "aria-label": `Roofline. ${said.join("; ")}`},
    ...powers(low, high).flatMap(v => [make("line", {x1: x(v), x2: x(v), y1: 16, y2: height - bottom, class: "grid"}), make("text", {x: x(v), y: height - bottom + 15, "text-anchor": "middle"}, String(v))]),
    ...powers(lowest, peak * 2).flatMap(v => [make("line", {x1: left, x2: width - 12, y1: y(v), y2: y(v), class: "grid"}), make("text", {x: left - 6, y: y(v) + 4, "text-anchor": "end"}, amount(v))]),
    make("polyline", {points: `${x(low)},${y(low * bandwidth)} ${x(ridge)},${y(peak)} ${x(high)},${y(peak)}`, class: "roof"}),
    make("text", {x: (left + width) / 2, y: height - 8, "text-anchor": "middle"}, "operations for each byte of DRAM"),
    make("text", {x: left, y: 11}, "GFLOP/s"),
    trail.length > 1 ? make("polyline", {points: [...trail, mine].map(dot => `${x(dot.intensity)},${y(dot.rate)}`).join(" "), class: "trail"}) : null,
    ...dots.map(dot => make("circle", {cx: x(dot.intensity), cy: y(dot.rate), r: dot.kind == "trail" ? 4 : 7, class: dot.kind}, make("title", {}, dot.text))))),
    make("ul", {class: "legend"}, make("li", {}, make("span", {class: "swatch round mine"}), "this attempt"),
      trail.length > 0 ? make("li", {}, make("span", {class: "swatch round trail"}), "earlier attempts") : null,
      solution ? make("li", {}, make("span", {class: "swatch round solution"}), "the solution") : null,
      make("li", {}, make("span", {class: "swatch roof"}), `the roof: ${amount(bandwidth)} GB/s, ${amount(peak)} GFLOP/s`)),
    make("p", {class: "small"}, said.join("; ") + "."));
}
