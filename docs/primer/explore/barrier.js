// Barrier: a toy block whose warps are stepped by hand.
'use strict';
(() => {
  const {svg, byId, number, plural} = explore;
  const TITLES = {
    none: 'no barrier',
    barrier: 'a barrier between',
    branch: 'a barrier in a branch',
    flag: 'the same, with a flag',
  };
  // The source, with the line of it that each step of a warp runs: [text, step of warp 0, step of warp 1].
  const SOURCE = {
    none: [['tile[t] = in[t];', 'store', 'store'], ['out[t] = tile[(t + 1) % 8];', 'read', 'read']],
    barrier: [['tile[t] = in[t];', 'store', 'store'], ['__syncthreads();', 'barrier', 'barrier'], ['out[t] = tile[(t + 1) % 8];', 'read', 'read']],
    branch: [['tile[t] = in[t];', 'store', 'store'], ['if (t < 4) __syncthreads();', 'barrier', null], ['out[t] = tile[(t + 1) % 8];', 'read', 'read']],
    flag: [['tile[t] = in[t];', 'store', 'store'], ['if (t < 4) {', null, null], ['  __syncthreads();', 'barrier', null],
      ['  *ready = 1;  // volatile', 'signal', null], ['} else {', null, null], ['  while (*ready == 0) {}', null, 'wait'], ['}', null, null],
      ['out[t] = tile[(t + 1) % 8];', 'read', 'read']],
  };
  let past = [];  // states, the present one last
  const state = () => past.at(-1);
  const warps = models.upTo(models.TOY.warps);

  function status(warp) {
    const line = models.next(state(), warp);
    if (line === 'end') return 'has ended';
    if (state().arrived[warp]) return 'waits at the barrier';
    if (line === 'wait' && !state().ready) return 'turns in its loop';
    return {store: 'will store', barrier: 'comes to the barrier', read: 'will read', signal: 'will set the flag', wait: 'leaves its loop'}[line];
  }

  function drawTile() {
    const narrow = explore.isNarrow(), wide = narrow ? 37 : 70, left = narrow ? 44 : 76, parts = [];
    const {written, read} = state(), css = narrow ? 'small middle' : 'middle';
    const row = (y, text) => parts.push(svg('text', {x: left - 8, y: y + 19, class: 'end'}, text));
    row(18, 'tile');
    row(108, 'reads');
    written.forEach((there, n) => {
      const x = left + n * wide;
      parts.push(svg('text', {x: x + wide / 2, y: 12, class: 'small middle muted'}, narrow ? `[${n}]` : `tile[${n}]`),
        svg('rect', {x: x + 3, y: 18, width: wide - 6, height: 28, class: there ? 'soft edge' : 'dash'}),
        svg('text', {x: x + wide / 2, y: 37, class: there ? css : `${css} muted`}, there ? `in[${n}]` : narrow ? '?' : 'unwritten'));
    });
    read.forEach((how, thread) => {
      const from = (thread + 1) % read.length, x = left + thread * wide, end = left + (from + 0.5) * wide;
      if (how) {
        parts.push(svg('path', {d: `M ${x + wide / 2} 104 L ${end} 48`, class: how === 'wrong' ? 'none warn' : 'none thick'}));
      }
      parts.push(svg('rect', {x: x + 3, y: 104, width: wide - 6, height: 40, class: how === 'wrong' ? 'warn-fill warn' : how ? 'soft edge' : 'dash'}),
        svg('text', {x: x + wide / 2, y: 120, class: css}, narrow ? `t = ${thread}` : `thread ${thread}`),
        svg('text', {x: x + wide / 2, y: 136, class: css}, how === 'wrong' ? (narrow ? '✗ ?' : '✗ unwritten') : how ? `✓ in[${from}]` : '–'));
    });
    warps.forEach((warp) => {
      const x = left + warp * 4 * wide;
      parts.push(svg('path', {d: `M ${x + 4} 150 v 6 H ${x + 4 * wide - 4} v -6`, class: 'none edge'}),
        svg('text', {x: x + 2 * wide, y: 170, class: css}, `warp ${warp} ${status(warp)}`));
    });
    explore.draw(left + 8 * wide + 4, 178, parts);
  }

  function verdict() {
    const wrong = state().read.map((how, thread) => (how === 'wrong' ? thread : -1)).filter((thread) => thread >= 0);
    const found = wrong.map((thread) => `Thread ${thread} has read tile[${(thread + 1) % 8}], which nobody had written.`);
    if (models.isStuck(state())) found.push('Deadlock: warp 0 waits at the barrier for warp 1, and warp 1 waits for the flag that warp 0 sets behind it. They wait for ever.');
    else if (models.isOver(state())) found.push(wrong.length ? 'The block has ended with a wrong result.' : 'The block has ended; in this order every read was right.');
    return found.join(' ');
  }

  function showSource() {
    const mark = (warp, step) => (step !== null && models.next(state(), warp) === step ? `${warp}►` : '  ');
    const lines = SOURCE[state().program].map(([text, first, second]) => `${mark(0, first)}${mark(1, second)}  ${text}`);
    const ends = warps.map((warp) => (models.next(state(), warp) === 'end' ? `${warp}►` : '  ')).join('');
    byId('code').textContent = `      const int t = threadIdx.x;  // ${models.TOY.warps} warps of ${models.TOY.lanes}\n${[...lines, `${ends}  // end`].join('\n')}`;
  }

  function show() {
    showSource();
    drawTile();
    const {program} = state(), orders = models.allOrders(program), over = models.isOver(state());
    for (const warp of warps) {
      // The focus stays on a button that can no longer be used.
      byId(`warp${warp}`).setAttribute('aria-disabled', String(!models.canStep(state(), warp)));
    }
    for (const id of ['random', 'run']) byId(id).setAttribute('aria-disabled', String(over));
    for (const id of ['back', 'again']) byId(id).setAttribute('aria-disabled', String(past.length < 2));
    explore.facts([
      ['Steps so far', number(past.length - 1)],
      ['Orders that there are', number(orders.all), 'of the steps of both warps'],
      ['Of these read wrongly', number(orders.wrong), null, orders.wrong > 0],
      ['Of these never end', number(orders.stuck), null, orders.stuck > 0],
    ]);
    const text = verdict() || `Warp 0 ${status(0)}, warp 1 ${status(1)}.`;
    byId('picture').setAttribute('aria-label', `${plural(state().written.filter(Boolean).length, 'element')} of the tile written. ${text}`);
    byId('spoken').textContent = text;
  }

  function take(warp) {
    if (!models.canStep(state(), warp)) return false;
    past.push(models.step(state(), warp));
    return true;
  }
  const random = () => {
    const ready = warps.filter((warp) => models.canStep(state(), warp));
    return ready.length > 0 && take(ready[Math.floor(Math.random() * ready.length)]);
  };
  const run = () => {
    while (random());
    return true;
  };
  const actions = {warp0: () => take(0), warp1: () => take(1), random, run,
    back: () => past.length > 1 && past.pop(), again: () => { past = past.slice(0, 1); }};
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener('click', () => {
      action();
      show();
    });
  }

  explore.controls([{name: 'program', label: 'Kernel', value: 'none', options: Object.entries(TITLES)}], ({program}) => {
    // A phone that is turned draws anew and goes on where it was.
    if (past.length === 0 || state().program !== program) past = [models.begin(program)];
    show();
  });

  const none = models.allOrders('none'), branch = models.allOrders('branch');
  const who = branch.warps.length === 2 ? 'both' : branch.warps.length === 1 ? `warp${branch.warps[0]}` : 'nobody';
  explore.questions([
    {
      text: `Without a barrier, the two steps of the two warps can follow each other in ${none.all} orders. In how many of them does a thread read an element that nobody has written?`,
      key: none.wrong,
      why: (answer) => `It goes wrong if one warp reads before the other has stored, so if a warp takes both of its steps first: ${none.wrong} of ${none.all} orders. `
        + `The other ${none.all - none.wrong} give the right result, which is why a missing barrier can pass many tests.`
        + (answer === 0 ? ' Thread 3 reads tile[4], which belongs to the other warp.' : ''),
    },
    {
      text: 'In “a barrier in a branch”, only warp 0 comes to the barrier. Whose reads can come too early?',
      key: who,
      choices: [['nobody', 'Nobody’s: there is a barrier'], ['warp0', 'Those of warp 0'], ['warp1', 'Those of warp 1'], ['both', 'Those of both']],
      why: (answer) => 'Warp 1 passes the barrier by and reads at once, perhaps before warp 0 has stored. Warp 0 waits until all threads that have not ended are at the barrier; '
        + 'here that means until warp 1 has ended, and so has stored. On a card you must not count on that: CUDA leaves undefined what such a barrier does.'
        + (answer === 'nobody' ? ' A barrier orders only those who come to it.' : ''),
    },
  ]);
})();
