// Occupancy: how many blocks and warps a multiprocessor holds, and what limits them.
'use strict';
(() => {
  const {svg, html, byId, number, percent, plural} = explore;
  const NAMES = {threads: 'warps', blocks: 'blocks', registers: 'registers', shared: 'shared memory'};
  const USUAL = 48 * 1024;  // bytes of shared memory that a block has without asking

  function drawSlots(found, threads) {
    const columns = explore.isNarrow() ? 8 : 16, wide = 38, high = 26, parts = [], ofBlock = Math.ceil(threads / models.LANES);
    for (let slot = 0; slot < found.room; ++slot) {
      const x = slot % columns * wide + 2, y = Math.floor(slot / columns) * high + 2, block = Math.floor(slot / ofBlock);
      const used = slot < found.warps;
      parts.push(svg('rect', {x, y, width: wide - 4, height: high - 4, class: !used ? 'dash' : block % 2 ? 'panel edge' : 'soft edge'}));
      if (used) parts.push(svg('text', {x: x + wide / 2 - 2, y: y + 15, class: 'middle'}, block));
    }
    explore.draw(columns * wide + 2, Math.ceil(found.room / columns) * high + 2, parts);
  }

  function show({card: name, threads, registers, kibibytes}) {
    const card = cards.find((one) => one.name === name), shared = 1024 * explore.limit('kibibytes', 0, card.shared_kib);
    const found = models.occupancy(card, threads, registers, shared), {limits} = found;
    const ofBlock = Math.ceil(threads / models.LANES), by = found.limitedBy.map((limit) => NAMES[limit]).join(' and ');
    drawSlots(found, threads);
    explore.facts([
      ['Blocks at once', number(found.blocks), `limited by ${by}`, found.blocks === 0],
      ['Warps at once', `${found.warps} of ${found.room}`, `${plural(ofBlock, 'warp')} a block`],
      ['Occupancy', percent(found.share)],
      ['Of the whole card', number(found.blocks * card.multiprocessors), `blocks at once, on ${card.multiprocessors} multiprocessors`],
    ]);
    const rows = [
      ['threads', plural(ofBlock, 'warp'), plural(found.room, 'warp')],
      ['blocks', '1', plural(card.blocks, 'block')],
      ['registers', `${plural(ofBlock, 'warp')} × ${number(found.ofWarp)}`, `4 × ${number(16384)}`],
      ['shared', `${number(found.ofBlock)} bytes`, `${number(card.shared_kib * 1024)} bytes`],
    ];
    byId('limits').replaceChildren(...rows.map(([limit, takes, there]) => {
      const first = found.limitedBy.includes(limit);
      return html('tr', {class: first ? 'chosen' : null}, html('th', {scope: 'row'}, NAMES[limit] + (first ? ', the limit' : '')), html('td', {}, takes),
        html('td', {}, there), html('td', {}, limits[limit] === Infinity ? 'any number' : number(limits[limit])));
    }));
    const remarks = [];
    if (limits.registers === 0) remarks.push('No block fits: the launch ends with “too many resources requested for launch”.');
    if (limits.shared === 0) remarks.push(`No block fits: a block of this card can have ${number(models.mostShared(card))} bytes of shared memory at most.`);
    else if (shared > USUAL) remarks.push('More than 48 KiB: dynamic shared memory that the program asks for by cudaFuncSetAttribute.');
    byId('remark').textContent = remarks.join(' ');
    explore.say(`${plural(found.blocks, 'block')} and ${plural(found.warps, 'warp')} at once, ${percent(found.share)} occupancy, limited by ${by}. ${remarks.join(' ')}`);
  }

  const kib = (value) => `${value} KiB`;
  byId('limits').closest('.frame').after(html('p', {id: 'remark'}));
  explore.controls([
    {name: 'card', label: 'Card', value: cards[0].name, options: cards.map((card) => [card.name, card.name])},
    {name: 'threads', label: 'Threads of a block', min: 32, max: 1024, step: 32, value: 256},
    {name: 'registers', label: 'Registers of a thread', min: 16, max: 255, value: 32},
    {name: 'kibibytes', label: 'Shared memory of a block', min: 0, max: 228, value: 16, text: kib},
  ], show);

  const t4 = cards.find((card) => card.arch === 'sm_75'), a100 = cards.find((card) => card.arch === 'sm_80');
  const tile = models.occupancy(t4, 256, 32, 17 * 1024), small = models.occupancy(a100, 32, 32, 0);
  const wide = models.occupancy(t4, 256, 32, 16 * 1024);
  explore.questions([
    {
      text: `A ${t4.name}, blocks of 256 threads with 32 registers each and 17 KiB of shared memory a block. How many blocks does a multiprocessor hold at once?`,
      key: tile.blocks,
      why: (answer) => `It has ${t4.shared_kib} KiB of shared memory: ${t4.shared_kib} / 17, rounded down, is ${tile.limits.shared}. Threads and registers have room for ${tile.limits.threads} and ${tile.limits.registers}.`
        + ` With 16 KiB it would be ${wide.blocks}: 1 KiB costs ${percent(1 - tile.warps / wide.warps)} of the warps.`
        + (answer === tile.limits.threads ? ' The smallest of the limits counts.' : ''),
    },
    {
      text: `An ${a100.name}, blocks of 32 threads with 32 registers each, no shared memory. What limits the number of warps?`,
      key: small.limitedBy[0],
      choices: Object.entries(NAMES).map(([limit, name]) => [limit, {threads: 'the places for warps', blocks: 'the places for blocks'}[limit] || name]),
      why: () => `A multiprocessor holds ${small.limits.blocks} blocks at most, and these have one warp each: ${small.warps} of ${small.room} warps, ${percent(small.share)}. `
        + `There are places for ${small.limits.threads} such warps and registers for ${small.limits.registers}; and although no shared memory was asked for, the system takes 1 KiB a block, with room for ${small.limits.shared}. Blocks of 64 threads would fill it.`,
    },
  ]);
})();
