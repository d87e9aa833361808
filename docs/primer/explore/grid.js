// Grid and bounds: which threads a launch has, and where those without a pixel store.
'use strict';
(() => {
  const {svg, byId, number, percent, plural} = explore;

  // Fillings that differ in their strokes, not by colour alone; the legend uses them too.
  function fillings() {
    const hatch = (id, size, colour, ...paths) => svg('pattern', {id, width: size, height: size, patternUnits: 'userSpaceOnUse'},
      svg('rect', {width: size, height: size, fill: colour}), paths.map((d) => svg('path', {d, stroke: 'currentColor', 'stroke-width': size / 8})));
    const {cell} = fillings;
    return svg('defs', {},
      hatch('idle', cell, 'var(--panel)', `M 0 ${cell} L ${cell} 0`),
      hatch('later', cell, 'var(--warn-soft)', `M 0 ${cell / 2} H ${cell}`),
      hatch('past', cell, 'var(--warn-soft)', `M 0 0 L ${cell} ${cell} M 0 ${cell} L ${cell} 0`));
  }
  fillings.cell = 8;

  const boxes = (cells, size) => cells.map(([x, y]) => `M ${x * size} ${y * size} h ${size} v ${size} h ${-size} z`).join(' ');

  function drawGrid({width, height, bx, by, unbounded}, g) {
    const size = 8, columns = g.gx * bx, rows = g.gy * by, kinds = {idle: [], later: [], past: []};
    for (let y = 0; y < rows; ++y) {
      for (let x = y < height ? width : 0; x < columns; ++x) {
        kinds[unbounded ? models.landing(x, y, width, height).kind : 'idle'].push([x, y]);
      }
    }
    const parts = [fillings(), svg('rect', {width: width * size, height: height * size, class: 'soft edge'})];
    for (const [kind, cells] of Object.entries(kinds)) {
      if (cells.length) parts.push(svg('path', {d: boxes(cells, size), fill: `url(#${kind})`, class: kind === 'idle' ? 'faint-cell' : 'warn'}));
    }
    let lines = '';
    for (let x = 1; x < width; ++x) lines += `M ${x * size} 0 V ${height * size} `;
    for (let y = 1; y < height; ++y) lines += `M 0 ${y * size} H ${width * size} `;
    if (lines) parts.push(svg('path', {d: lines, class: 'faint'}));
    if (unbounded) {
      for (const index of models.unbounded(width, height, bx, by).hit) {
        parts.push(svg('circle', {cx: (index % width + 0.5) * size, cy: (Math.floor(index / width) + 0.5) * size, r: 2.6, class: 'ink'}));
      }
    }
    for (let b = 0; b < g.blocks; ++b) {
      parts.push(svg('rect', {x: b % g.gx * bx * size, y: Math.floor(b / g.gx) * by * size, width: bx * size, height: by * size, class: 'none thick'}));
    }
    // Small grids are not drawn larger than 14 pixels a thread.
    byId('picture').style.maxWidth = `${columns * 14}px`;
    byId('picture').style.maxHeight = '480px';
    explore.draw(columns * size + 2, rows * size + 2, svg('g', {transform: 'translate(1 1)'}, parts));
  }

  function drawMemory({width, height}, wrong) {
    const all = width * height + wrong.farthest, at = (index) => 1000 * index / all, strip = byId('strip');
    const rows = models.upTo(height).map((y) => svg('rect', {x: at(y * width), y: 2, width: at(width), height: 26, class: 'soft edge'}));
    const hits = [...wrong.hit].map((index) => svg('rect', {x: at(index), y: 9, width: Math.max(1, at(1)), height: 12, class: 'ink'}));
    const past = svg('rect', {x: at(width * height), y: 2, width: at(wrong.farthest), height: 26, fill: 'url(#past)', class: 'warn'});
    strip.replaceChildren(...rows, ...hits, wrong.farthest ? past : '');
    const text = wrong.farthest
      ? `Elements 0 to ${number(width * height - 1)} are the image; the stores go on to element ${number(all - 1)}, which belongs to nobody or to another buffer.`
      : `No store leaves elements 0 to ${number(width * height - 1)}.`;
    byId('strip-text').textContent = text;
    strip.setAttribute('aria-label', text);
  }

  function show(values) {
    const {width, height, bx, by, unbounded} = values;
    const g = models.grid(width, height, bx, by), warps = models.warpsOf(width, height, bx, by);
    const wrong = models.unbounded(width, height, bx, by);
    for (const node of document.querySelectorAll('.bounded')) node.hidden = unbounded;
    for (const node of document.querySelectorAll('.unbounded')) node.hidden = !unbounded;
    drawGrid(values, g);
    if (unbounded) drawMemory(values, wrong);
    const rows = [
      ['Grid', `${g.gx} × ${g.gy}`, plural(g.blocks, 'block')],
      ['Threads of a block', number(bx * by), g.accepted ? plural(Math.ceil(bx * by / models.LANES), 'warp') :
        `the launch is refused: at most ${number(models.MOST_THREADS)}`, !g.accepted],
      ['Threads', number(g.threads), `${number(width * height)} pixels`],
      ['Without a pixel', number(g.idle), percent(g.idle / g.threads)],
      ['Warps', number(warps.full + warps.part + warps.none),
        `${number(warps.full)} all inside, ${number(warps.part)} in part, ${number(warps.none)} outside`],
    ];
    if (unbounded) {
      rows.push(['Stores to a later row', number(wrong.later), `onto ${plural(wrong.hit.size, 'pixel')} that other threads store too`, wrong.later > 0]);
      rows.push(['Stores past the end', number(wrong.past), `up to ${plural(wrong.farthest, 'float')} past it`, wrong.past > 0]);
    }
    explore.facts(rows);
    byId('code').textContent = `dim3 block(${bx}, ${by});\n`
      + `dim3 grid((${width} + ${bx} - 1) / ${bx}, (${height} + ${by} - 1) / ${by});  // ${g.gx} x ${g.gy}\n`
      + 'kernel<<<grid, block>>>(output, width, height);\n\n'
      + '// in the kernel\n'
      + 'const int x = blockIdx.x * blockDim.x + threadIdx.x;\nconst int y = blockIdx.y * blockDim.y + threadIdx.y;\n'
      + (unbounded ? '// no bounds test here\n' : 'if (x >= width || y >= height) return;\n') + 'output[y * width + x] = ...;';
    explore.say(`Grid of ${g.gx} by ${g.gy} blocks, ${number(g.threads)} threads for ${number(width * height)} pixels, ${number(g.idle)} without a pixel.`
      + (g.accepted ? '' : ' The launch is refused: too many threads in a block.')
      + (unbounded ? ` Without the bounds test ${number(wrong.later)} threads store to a later row and ${number(wrong.past)} past the end.` : ''));
  }

  explore.controls([
    {name: 'width', label: 'Image width', min: 1, max: 64, value: 50},
    {name: 'height', label: 'Image height', min: 1, max: 40, value: 20},
    {name: 'bx', label: 'Block x', min: 1, max: 64, value: 16},
    {name: 'by', label: 'Block y', min: 1, max: 32, value: 8},
    {name: 'unbounded', label: 'without the bounds test', check: false},
  ], show);

  const one = {width: 1000, height: 700, bx: 32, by: 8}, launch = models.grid(one.width, one.height, one.bx, one.by);
  const cut = Math.floor(one.width / one.bx) * Math.floor(one.height / one.by);
  const two = {x: 103, y: 10, width: 100, height: 50}, store = models.landing(two.x, two.y, two.width, two.height);
  const pixel = (x, y) => `pixel (${x}, ${y})`;
  explore.questions([
    {
      text: `An image of ${one.width} × ${one.height} pixels, blocks of ${one.bx} × ${one.by} threads. How many blocks does the grid have?`,
      key: launch.blocks,
      why: (answer) => `(${one.width} + ${one.bx} - 1) / ${one.bx} = ${launch.gx} in x, (${one.height} + ${one.by} - 1) / ${one.by} = ${launch.gy} in y: ${number(launch.blocks)} blocks.`
        + (answer === cut ? ' Without rounding up, the last columns and rows have no threads.' : '')
        + ` They have ${number(launch.threads)} threads, ${number(launch.idle)} more than there are pixels.`,
    },
    {
      text: `The image has ${two.width} × ${two.height} pixels, and the bounds test is missing. Thread x = ${two.x}, y = ${two.y} runs output[y * width + x] = ... Where does it store?`,
      key: store.kind === 'later' ? pixel(store.x, store.y) : store.kind,
      choices: [['nowhere', 'Nowhere: the store is ignored'], [pixel(two.x % two.width, two.y), `To ${pixel(two.x % two.width, two.y)}`],
        [pixel(store.x, store.y), `To ${pixel(store.x, store.y)}`], ['past', 'Past the end of the image']],
      why: (answer) => `The index is ${two.y} · ${two.width} + ${two.x} = ${number(store.index)}, and ${number(store.index)} = ${store.y} · ${two.width} + ${store.x}: `
        + `${pixel(store.x, store.y)}, a pixel of the next row, to which its own thread stores too. Which value stays is a matter of luck.`
        + (answer === 'nowhere' ? ' Nothing checks an index: the kernel must.' : '')
        + (answer === 'past' ? ` Only an index of ${number(two.width * two.height)} or more is past the end.` : ''),
    },
  ]);
})();
