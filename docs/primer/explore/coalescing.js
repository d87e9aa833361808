// Coalescing: the sectors that one warp's load touches.
'use strict';
(() => {
  const {svg, byId, number, percent, plural, lanesText} = explore;
  const TYPES = {1: 'unsigned char', 2: 'unsigned short', 4: 'float', 8: 'float2', 16: 'float4'};
  const UNIT = 4.4, LEFT = 70, ROW = 17, GAP = 5;  // of the drawing: a byte's width, and rows

  // Which lanes want which element: a map from byte addresses.
  function wanted(addresses) {
    const lanes = new Map();
    addresses.forEach((address, lane) => lanes.set(address, [...(lanes.get(address) || []), lane]));
    return lanes;
  }

  function drawLines(addresses, bytes, touched) {
    const {LINE, SECTOR} = models, lanes = wanted(addresses), parts = [];
    const lines = [...new Set(touched.map((sector) => Math.floor(sector * SECTOR / LINE)))];
    let y = 2;
    lines.forEach((line, n) => {
      if (n > 0 && line > lines[n - 1] + 1) {
        parts.push(svg('text', {x: LEFT, y: y + 9, class: 'small muted'}, `… ${number((line - lines[n - 1] - 1) * LINE)} bytes that nobody wants`));
        y += 14;
      }
      parts.push(svg('text', {x: LEFT - 6, y: y + 13, class: 'end'}, `byte ${line * LINE}`));
      for (let s = 0; s < LINE / SECTOR; ++s) {
        const on = touched.includes(line * LINE / SECTOR + s), x = LEFT + s * (SECTOR * UNIT + 4);
        for (let byte = 0; on && byte < SECTOR; byte += bytes) {
          const who = lanes.get(line * LINE + s * SECTOR + byte);
          if (!who) continue;
          parts.push(svg('rect', {x: x + byte * UNIT, y, width: bytes * UNIT - 0.6, height: ROW, class: 'soft edge'}));
          // Elements of 1 and 2 bytes are too narrow for a number.
          if (bytes > 2) {
            parts.push(svg('text', {x: x + (byte + bytes / 2) * UNIT - 0.3, y: y + 12, class: 'middle small'}, `${who[0]}${who.length > 1 ? '+' : ''}`));
          }
        }
        parts.push(svg('rect', {x, y, width: SECTOR * UNIT, height: ROW, class: on ? 'none thick' : 'dash'}));
      }
      y += ROW + GAP;
    });
    explore.draw(LEFT + LINE * UNIT + 14, y, parts);
  }

  function show(values) {
    const choice = {...values, bytes: Number(values.bytes), blockWidth: Number(values.blockWidth)};
    const {bytes, pattern, offset, stride, blockWidth, pitch} = choice;
    explore.enable('stride', pattern !== 'random');
    explore.enable('blockWidth', pattern !== 'random');
    explore.enable('pitch', pattern !== 'random');
    const addresses = models.globalAddresses(choice), touched = models.sectors(addresses, bytes), sum = models.traffic(addresses, bytes);
    drawLines(addresses, bytes, touched);
    const fewest = Math.ceil(sum.used / models.SECTOR);
    explore.facts([
      ['Sectors of the request', number(sum.sectors), `${number(fewest)} would hold as many bytes`, sum.sectors > fewest],
      ['Bytes asked for', number(sum.asked), sum.used < sum.asked ? `${number(sum.used)} different ones` : `32 × ${bytes}`],
      ['Bytes moved', number(sum.moved), `${number(sum.sectors)} × ${models.SECTOR}`],
      ['Of these used', percent(sum.share)],
    ]);
    const lanes = [...wanted(addresses)].map(([address, who]) => [Math.floor(address / models.SECTOR), who]);
    explore.list(touched.map((sector) => `bytes ${number(sector * 32)} to ${number(sector * 32 + 31)}: `
      + lanesText(lanes.filter(([at]) => at === sector).flatMap(([, who]) => who).sort((a, b) => a - b))));
    const plus = offset ? ` + ${offset}` : '', x = stride === 1 ? 'threadIdx.x' : `${stride} * threadIdx.x`;
    byId('code').textContent = `// blocks of ${blockWidth} x ${models.LANES / blockWidth} threads, one warp; ${TYPES[bytes]}* image\n`
      + {row: `image[threadIdx.y * ${pitch} + ${x}${plus}]`, column: `image[${x} * ${pitch} + threadIdx.y${plus}]`,
        random: `image[place${plus}]  // another place for each lane`}[pattern];
    explore.say(`The request touches ${plural(sum.sectors, 'sector')}. ${number(sum.moved)} bytes are moved, of which ${percent(sum.share)} are used.`);
  }

  explore.controls([
    {name: 'bytes', label: 'Element', value: '4', options: Object.entries(TYPES).map(([bytes, type]) => [bytes, `${type}, ${plural(Number(bytes), 'byte')}`])},
    {name: 'pattern', label: 'threadIdx.x goes', value: 'row', options: [['row', 'along rows'], ['column', 'down columns'], ['random', 'to random places']]},
    {name: 'offset', label: 'Offset, elements', min: 0, max: 32, value: 0},
    {name: 'stride', label: 'Stride, elements', min: 0, max: 32, value: 1},
    {name: 'blockWidth', label: 'Block', value: '32', options: [['32', '32 × 1'], ['16', '16 × 2'], ['8', '8 × 4']]},
    {name: 'pitch', label: 'Pitch of the image, elements', min: 32, max: 128, value: 64},
  ], show);

  const count = (change) => {
    const choice = {bytes: 4, pattern: 'row', offset: 0, stride: 1, blockWidth: 32, pitch: 64, ...change};
    return models.traffic(models.globalAddresses(choice), choice.bytes);
  };
  const shifted = count({offset: 1}), narrow = count({offset: 1, blockWidth: 8});
  const bytesOnly = count({bytes: 1, stride: 2}), columns = count({pattern: 'column'});
  explore.questions([
    {
      text: 'A warp of a block of 8 × 4 threads loads 32 floats: four rows of 8, from an image with a pitch of 64. The first begins at element 1. How many sectors does the request touch?',
      key: narrow.sectors,
      why: (answer) => `Each row of 8 floats is as long as a sector but begins 1 element into one, so it touches 2: ${narrow.sectors} sectors. `
        + `They hold ${narrow.moved} bytes, of which 128 are used.`
        + (answer === shifted.sectors ? ` ${shifted.sectors} would be right for a block of 32 × 1, whose one row has only two ends.` : ''),
    },
    {
      text: 'A warp loads every second unsigned char, beginning at a multiple of 32. How many sectors?',
      key: String(bytesOnly.sectors),
      choices: [1, 2, 4, 8].map((n) => [String(n), plural(n, 'sector')]),
      why: (answer) => `32 elements, 2 bytes apart, lie in 64 bytes: ${bytesOnly.sectors} sectors, half of whose bytes are used.`
        + (answer === '8' ? ' Eight is the number for every second float.' : answer === '4' ? ' Four is the number for 32 floats side by side.' : '')
        + (answer === '1' ? ' One is enough for 32 chars side by side.' : '') + ` (Down a column of an image whose rows are at least 32 bytes apart it is ${columns.sectors}.)`,
    },
  ]);
})();
