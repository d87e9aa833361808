// Banks: the wavefronts of one warp's read from a tile in shared memory.
'use strict';
(() => {
  const {svg, byId, number, plural, lanesText} = explore;
  const TYPES = {4: 'float', 8: 'float2', 16: 'float4'}, CELL = 18, LEFT = 92, ROW = 16;

  function drawPasses(passes) {
    const parts = models.upTo(models.BANKS).map((bank) => svg('text', {x: LEFT + (bank + 0.5) * CELL, y: 12, class: 'small middle muted'}, bank));
    parts.push(svg('text', {x: LEFT - 8, y: 12, class: 'end muted'}, 'bank'));
    passes.forEach((pass, n) => {
      const y = 20 + n * ROW, part = pass.lanes.length < models.LANES ? `, ${pass.lanes[0]}–${pass.lanes.at(-1)}` : '';
      parts.push(svg('text', {x: LEFT - 8, y: y + 12, class: 'end'}, `pass ${n + 1}${part}`));
      pass.banks.forEach((word, bank) => {
        const x = LEFT + bank * CELL;
        parts.push(svg('rect', {x, y, width: CELL, height: ROW, class: word ? 'soft edge' : 'faint'}));
        if (word) {
          parts.push(svg('text', {x: x + CELL / 2, y: y + 11.5, class: 'small middle'}, `${word.lanes[0]}${word.lanes.length > 1 ? '+' : ''}`));
        }
      });
    });
    explore.draw(LEFT + models.BANKS * CELL + 2, 22 + passes.length * ROW, parts);
  }

  function show(values) {
    const bytes = Number(values.bytes), {access} = values, width = access === 'column' ? 1 : Number(access);
    // A row of the tile is at least as long as a row of the block.
    const pitch = explore.limit('pitch', Math.max(8, width), 40);
    const addresses = models.sharedAddresses({bytes, access, pitch}), passes = models.wavefronts(addresses, bytes);
    const ideal = models.idealWavefronts(models.LANES, bytes);
    drawPasses(passes);
    const busy = passes.reduce((sum, pass) => sum + pass.banks.filter(Boolean).length, 0) / passes.length;
    explore.facts([
      ['Wavefronts', number(passes.length), `${number(ideal)} without conflicts`, passes.length > ideal],
      ['Banks that give a word', number(busy, 1), 'of 32, on average'],
      ['Distance of rows', `${number(pitch * bytes / 4)} words`, `${number(pitch * bytes / 4 % models.BANKS)} banks further on`],
    ]);
    explore.list(passes.map((pass) => {
      const served = [...new Set(pass.banks.filter(Boolean).flatMap((word) => word.lanes))].sort((a, b) => a - b);
      return `${lanesText(served)}, from ${plural(pass.banks.filter(Boolean).length, 'bank')}`;
    }));
    byId('code').textContent = `__shared__ ${TYPES[bytes]} tile[rows * ${pitch}];\n`
      + (access === 'column' ? `tile[lane * ${pitch}]  // one column` : `tile[threadIdx.y * ${pitch} + threadIdx.x]  // a block of ${width} x ${models.LANES / width} threads, one warp`);
    explore.say(`The read takes ${plural(passes.length, 'wavefront')}, ${number(ideal)} without conflicts.`);
  }

  explore.controls([
    {name: 'access', label: 'A warp reads', value: 'column', options: [['column', 'a column'], ['32', 'a row (32 × 1)'], ['16', 'two rows (16 × 2)'], ['8', 'four rows (8 × 4)']]},
    {name: 'bytes', label: 'Element', value: '4', options: Object.entries(TYPES).map(([bytes, type]) => [bytes, `${type}, ${bytes} bytes`])},
    {name: 'pitch', label: 'Pitch of the tile, elements', min: 8, max: 40, value: 32},
  ], show);

  const count = (access, pitch, bytes = 4) => models.wavefronts(models.sharedAddresses({bytes, access, pitch}), bytes).length;
  let free = models.BANKS;
  while (count('column', free) > 1) ++free;
  const halo = count('16', 18);
  explore.questions([
    {
      text: `A warp reads a column of a tile of floats; with a pitch of 32 that takes ${count('column', 32)} wavefronts. What is the smallest pitch above 32 with which it takes one?`,
      key: free,
      why: (answer) => `With a pitch of ${free} each row begins one bank further on, so the 32 elements of a column lie in 32 banks. One unused word a row is enough; every odd pitch does it.`
        + (answer > 32 && answer <= 64 && answer !== free ? ` With ${answer} it takes ${plural(count('column', answer), 'wavefront')}.` : ''),
    },
    {
      text: 'Blocks of 16 × 16 threads, a tile with a halo of one pixel: the pitch is 18 floats. Each thread reads the element at its own place. How many wavefronts does a warp’s read take?',
      key: String(halo),
      choices: [1, 2, 16, 32].map((n) => [String(n), plural(n, 'wavefront')]),
      why: (answer) => `A warp is two rows of 16. The second begins 18 banks after the first, and its last two elements lie in banks 0 and 1, which the first row uses too: ${halo} wavefronts. `
        + `That the other banks have no conflict does not help. With a pitch of ${models.upTo(64).find((pitch) => pitch > 18 && count('16', pitch) === 1)} it would be 1.`
        + (answer === '16' ? ' Words of other banks come in the same pass: the bank with the most words decides.' : ''),
    },
  ]);
})();
