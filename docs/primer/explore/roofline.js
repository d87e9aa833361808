// Roofline: where ways to compute a filter stand under a card's two roofs.
'use strict';
(() => {
  const {svg, html, byId, number} = explore;
  const NAMES = {
    uncached: 'square, no cache',
    tiled: 'square, tile of 32 × 8',
    once: 'square, each pixel once',
    passes: 'separable, two passes',
    fused: 'separable, one pass',
  };
  const MOST = 15;  // radius
  const LEFT = 62, TOP = 12, HEIGHT = 300, X = [-1, 3], Y = [10, 14];  // of the plot, decades
  const yOf = (value) => TOP + (Y[1] - Math.log10(value)) / (Y[1] - Y[0]) * HEIGHT;

  function plot(card, variant, radius) {
    const WIDTH = explore.isNarrow() ? 280 : 560;
    const xOf = (value) => LEFT + (Math.log10(value) - X[0]) / (X[1] - X[0]) * WIDTH;
    const here = models.roofline(card, variant, radius), parts = [];
    for (let decade = X[0]; decade <= X[1]; ++decade) {
      parts.push(svg('path', {d: `M ${xOf(10 ** decade)} ${TOP} V ${TOP + HEIGHT}`, class: 'faint'}),
        svg('text', {x: xOf(10 ** decade), y: TOP + HEIGHT + 16, class: 'middle muted'}, number(10 ** decade, 1)));
    }
    for (let decade = Y[0]; decade <= Y[1]; ++decade) {
      parts.push(svg('path', {d: `M ${LEFT} ${yOf(10 ** decade)} H ${LEFT + WIDTH}`, class: 'faint'}),
        svg('text', {x: LEFT - 6, y: yOf(10 ** decade) + 4, class: 'end muted'}, number(10 ** (decade - 12), 2)));
    }
    const begin = Math.max(10 ** X[0], 10 ** Y[0] / here.bandwidth);
    parts.push(svg('text', {x: LEFT + WIDTH / 2, y: TOP + HEIGHT + 34, class: 'middle'}, 'operations a byte'),
      svg('text', {x: 12, y: TOP + HEIGHT / 2, class: 'middle', transform: `rotate(-90 12 ${TOP + HEIGHT / 2})`}, '10¹² operations a second'),
      svg('path', {d: `M ${xOf(begin)} ${yOf(begin * here.bandwidth)} L ${xOf(here.ridge)} ${yOf(here.peak)} H ${LEFT + WIDTH}`, class: 'none thick'}),
      svg('path', {d: `M ${xOf(here.ridge)} ${yOf(here.peak)} V ${TOP + HEIGHT}`, class: 'dash'}),
      svg('text', {x: xOf(here.ridge) + 4, y: TOP + HEIGHT - 6, class: 'muted'}, `ridge ${number(here.ridge, 1)}`),
      svg('text', {x: LEFT + WIDTH - 4, y: yOf(here.peak) - 6, class: 'end'}, `peak ${number(here.peak / 1e12, 1)}`),
      svg('text', {x: LEFT + 8, y: TOP + 16}, `slope: ${number(here.bandwidth / 1e9)} GB/s`));
    for (let r = 0; r <= MOST; ++r) {
      const other = models.roofline(card, variant, r);
      parts.push(svg('circle', {cx: xOf(other.intensity), cy: yOf(other.rate), r: 3, class: 'none edge'}));
    }
    const right = xOf(here.intensity) > LEFT + WIDTH - 80;
    parts.push(svg('path', {d: `M ${xOf(here.intensity)} ${yOf(here.rate)} V ${TOP + HEIGHT}`, class: 'none thick'}),
      svg('circle', {cx: xOf(here.intensity), cy: yOf(here.rate), r: 6, class: 'strong'}),
      svg('text', {x: xOf(here.intensity) + (right ? -10 : 10), y: yOf(here.rate) + 16, class: right ? 'end' : null}, `r = ${radius}: ${number(here.intensity, 2)}`));
    explore.draw(LEFT + WIDTH + 24, TOP + HEIGHT + 42, parts);
  }

  const copyTime = (card) => 1e12 * 8 / (card.dram_gb_per_s * 1e9);  // picoseconds a pixel

  function show({card: name, variant, radius}) {
    const card = cards.find((one) => one.name === name), here = models.roofline(card, variant, radius);
    const milliseconds = here.picoseconds * 4096 * 4096 / 1e9;
    plot(card, variant, radius);
    explore.facts([
      ['Operations a pixel', number(here.operations)],
      ['Bytes a pixel', number(here.bytes, 2)],
      ['Operations a byte', number(here.intensity, 2), `ridge of this card: ${number(here.ridge, 1)}`],
      ['Bound by', here.bound],
      ['Attainable', `${number(here.rate / 1e12, 2)} · 10¹²`, 'operations a second'],
      ['Least time, 4096 × 4096', `${number(milliseconds, 2)} ms`, `${number(here.picoseconds / copyTime(card), 1)} × that of a copy`],
    ]);
    byId('variants').replaceChildren(...Object.keys(NAMES).map((one) => {
      const row = models.roofline(card, one, radius);
      const cells = [number(row.operations), number(row.bytes, 1), number(row.intensity, 2), row.bound, number(row.picoseconds / copyTime(card), 1)];
      return html('tr', {class: one === variant ? 'chosen' : null}, html('th', {scope: 'row'}, NAMES[one] + (one === variant ? ' ◄' : '')), cells.map((cell) => html('td', {}, cell)));
    }));
    explore.say(`${NAMES[variant]}, radius ${radius}: ${number(here.intensity, 2)} operations a byte, bound by ${here.bound}, at least ${number(here.picoseconds / copyTime(card), 1)} times the time of a copy.`);
  }

  explore.controls([
    {name: 'card', label: 'Card', value: cards[0].name, options: cards.map((card) => [card.name, card.name])},
    {name: 'variant', label: 'Way to compute', value: 'once', options: Object.entries(NAMES)},
    {name: 'radius', label: 'Radius r', min: 0, max: MOST, value: 2, text: (r) => `${r}: ${2 * r + 1} × ${2 * r + 1}`},
  ], show);

  const t4 = cards.find((card) => card.arch === 'sm_75');
  const from = models.upTo(MOST + 1).find((r) => models.roofline(t4, 'once', r).bound === 'arithmetic');
  const at = models.roofline(t4, 'once', from), before = models.roofline(t4, 'once', from - 1);
  const square = models.roofline(t4, 'once', 2), passes = models.roofline(t4, 'passes', 2);
  const winner = square.picoseconds === passes.picoseconds ? 'same' : square.picoseconds < passes.picoseconds ? 'square' : 'passes';
  explore.questions([
    {
      text: `On a ${t4.name}, “square, each pixel once”: what is the smallest radius at which arithmetic is the limit?`,
      key: from,
      why: (answer) => `The ridge is at ${number(at.ridge, 1)} operations a byte. Radius ${from} has ${number(at.operations)} operations for 8 bytes, ${number(at.intensity, 2)} a byte; `
        + `radius ${from - 1} has ${number(before.intensity, 2)}, left of the ridge.`
        + (answer === 2 * from + 1 ? ` ${answer} is the filter’s width, not its radius.` : ''),
    },
    {
      text: `On a ${t4.name}, radius 2: which has the smaller least time, the square filter with each pixel once (${number(square.operations)} operations, ${square.bytes} bytes) or two separable passes (${number(passes.operations)} operations, ${passes.bytes} bytes)?`,
      key: winner,
      choices: [['square', 'The square filter'], ['passes', 'The two passes'], ['same', 'They are the same']],
      why: (answer) => `Memory is the limit of both (${number(square.intensity, 2)} and ${number(passes.intensity, 2)} operations a byte, the ridge is at ${number(square.ridge, 1)}), so bytes decide: `
        + `${square.bytes} against ${passes.bytes}, ${number(square.picoseconds)} ps a pixel against ${number(passes.picoseconds)}.`
        + (answer === 'passes' ? ' Fewer operations save nothing while memory is the limit.' : '')
        + ' A real kernel is seldom this near to the roof; lab 05 measures both.',
    },
  ]);
})();
