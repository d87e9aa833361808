// What the pages compute, apart from what they draw: plain functions of numbers. The questions take their
// answers from here too. tests/browser/primer_test.py compares them with counts of the simulator and of a
// card, and with NVIDIA's occupancy calculator.
'use strict';

const models = (() => {
  const LANES = 32, BANKS = 32, SECTOR = 32, LINE = 128, MOST_THREADS = 1024;
  const upTo = (count) => Array.from({length: count}, (_, n) => n);
  const different = (values) => [...new Set(values)];

  // --- 1. Grid ---------------------------------------------------------------------------------------

  // The launch that covers width x height pixels with blocks of bx x by threads.
  function grid(width, height, bx, by) {
    const gx = Math.ceil(width / bx), gy = Math.ceil(height / by), threads = gx * bx * gy * by;
    return {gx, gy, blocks: gx * gy, threads, idle: threads - width * height, accepted: bx * by <= MOST_THREADS};
  }

  // Where the store output[y * width + x] of thread (x, y) goes: to its own pixel, to a pixel of a later
  // row, or past the end of the image.
  function landing(x, y, width, height) {
    const index = y * width + x;
    const kind = index >= width * height ? 'past' : x >= width ? 'later' : 'own';
    return {index, kind, x: index % width, y: Math.floor(index / width)};
  }

  // What happens without the bounds test: how many threads store to a later row, to how many pixels, how
  // many past the end, and how many elements past it the farthest one.
  function unbounded(width, height, bx, by) {
    const {gx, gy} = grid(width, height, bx, by), hit = new Set();
    let later = 0, past = 0, farthest = 0;
    for (let y = 0; y < gy * by; ++y) {
      for (let x = 0; x < gx * bx; ++x) {
        const store = landing(x, y, width, height);
        if (store.kind === 'later') hit.add(store.index), ++later;
        if (store.kind === 'past') farthest = Math.max(farthest, store.index - width * height + 1), ++past;
      }
    }
    return {later, hit, past, farthest};
  }

  // Warps of all blocks: those whose threads all have a pixel, those of which some have, and none.
  function warpsOf(width, height, bx, by) {
    const {gx, gy} = grid(width, height, bx, by), found = {full: 0, part: 0, none: 0};
    for (let block = 0; block < gx * gy; ++block) {
      const left = block % gx * bx, top = Math.floor(block / gx) * by;
      for (let first = 0; first < bx * by; first += LANES) {
        const threads = upTo(Math.min(LANES, bx * by - first)).map((n) => first + n);
        const inside = threads.filter((t) => left + t % bx < width && top + Math.floor(t / bx) < height).length;
        ++found[inside === threads.length ? 'full' : inside > 0 ? 'part' : 'none'];
      }
    }
    return found;
  }

  // --- 2. Coalescing ---------------------------------------------------------------------------------

  const RANDOM_ELEMENTS = 1024;

  // The byte address of each lane, counted from the array's beginning, which cudaMalloc aligns to 256.
  function globalAddresses({bytes, pattern, offset, stride, blockWidth, pitch}) {
    return upTo(LANES).map((lane) => {
      const tx = lane % blockWidth, ty = Math.floor(lane / blockWidth);
      if (pattern === 'random') return bytes * (offset + (Math.imul(lane + 1, 2654435761) >>> 22) % RANDOM_ELEMENTS);
      const [x, y] = pattern === 'column' ? [ty + offset, tx * stride] : [tx * stride + offset, ty];
      return bytes * (y * pitch + x);
    });
  }

  // The sectors that one request of a warp touches, each once, in order.
  function sectors(addresses, bytes) {
    const touched = addresses.flatMap((address) => {
      const first = Math.floor(address / SECTOR), last = Math.floor((address + bytes - 1) / SECTOR);
      return upTo(last - first + 1).map((n) => first + n);
    });
    return different(touched).sort((a, b) => a - b);
  }

  function traffic(addresses, bytes) {
    const moved = SECTOR * sectors(addresses, bytes).length, used = bytes * different(addresses).length;
    return {sectors: moved / SECTOR, asked: bytes * addresses.length, used, moved, share: used / moved};
  }

  // --- 3. Banks --------------------------------------------------------------------------------------

  // The byte address of each lane in a tile whose rows are `pitch` elements apart: a block of some width
  // that reads its own elements, or a warp that goes down column 0.
  function sharedAddresses({bytes, access, pitch}) {
    const width = access === 'column' ? 1 : Number(access);
    return upTo(LANES).map((lane) => bytes * (Math.floor(lane / width) * pitch + lane % width));
  }

  // Which words of which lanes each bank gives in each pass, for lanes that are served together.
  function passesOf(lanes, addresses, bytes) {
    const banks = upTo(BANKS).map(() => []);
    for (const lane of lanes) {
      const first = Math.floor(addresses[lane] / 4), last = Math.floor((addresses[lane] + bytes - 1) / 4);
      for (let word = first; word <= last; ++word) {
        const bank = banks[word % BANKS], found = bank.find((one) => one.word === word);
        if (found) found.lanes.push(lane);
        else bank.push({word, lanes: [lane]});
      }
    }
    const most = Math.max(...banks.map((bank) => bank.length));
    return upTo(most).map((pass) => banks.map((bank) => bank[pass] || null));
  }

  // The wavefronts of a request. Words of 4 bytes or less: all lanes together. Of 8 (16) bytes: half (a
  // quarter) of the warp at a time, and two of these together where every lane wants the same as its
  // neighbour, lane ^ 1 or lane ^ 2 (docs/simulator.md).
  function wavefronts(addresses, bytes) {
    const lanes = upTo(addresses.length);
    const agree = (group, apart) => group.every((lane) => addresses[lane] === (addresses[lane ^ apart] ?? addresses[lane]));
    const serve = (group) => passesOf(group, addresses, bytes).map((banks) => ({lanes: group, banks}));
    if (bytes <= 4) return serve(lanes);
    const out = [], size = 256 / bytes;
    for (let first = 0; first < lanes.length; first += size) {
      const group = lanes.slice(first, first + size);
      if (group.length <= size / 2 || agree(group, 1) || agree(group, 2)) out.push(...serve(group));
      else out.push(...serve(group.slice(0, size / 2)), ...serve(group.slice(size / 2)));
    }
    return out;
  }

  // The fewest wavefronts that as many bytes need: a pass gives 32 words of 4 bytes.
  const idealWavefronts = (lanes, bytes) => Math.ceil(lanes * Math.max(4, bytes) / (4 * BANKS));

  // --- 4. Barrier ------------------------------------------------------------------------------------

  // What each warp of the toy does, line by line.
  const TOY = {warps: 2, lanes: 4};
  const PROGRAMS = {
    none: [['store', 'read'], ['store', 'read']],
    barrier: [['store', 'barrier', 'read'], ['store', 'barrier', 'read']],
    branch: [['store', 'barrier', 'read'], ['store', 'read']],
    flag: [['store', 'barrier', 'signal', 'read'], ['store', 'wait', 'read']],
  };

  function begin(program) {
    const threads = TOY.warps * TOY.lanes;
    return {program, at: [0, 0], arrived: [false, false], ready: false,
      written: Array(threads).fill(false), read: Array(threads).fill(null)};
  }
  const next = (state, warp) => PROGRAMS[state.program][warp][state.at[warp]] || 'end';
  const threadsOf = (warp) => upTo(TOY.lanes).map((lane) => warp * TOY.lanes + lane);

  // A warp stands still at a barrier where it has arrived, in a loop that waits for the flag, and at its end.
  function canStep(state, warp) {
    const line = next(state, warp);
    return line !== 'end' && !state.arrived[warp] && !(line === 'wait' && !state.ready);
  }

  // The state after a warp's next line, which its lanes run together; the old state stays as it is.
  function step(state, warp) {
    const after = structuredClone(state), line = next(state, warp);
    if (line === 'barrier') after.arrived[warp] = true;
    else ++after.at[warp];
    if (line === 'signal') after.ready = true;
    for (const thread of threadsOf(warp)) {
      if (line === 'store') after.written[thread] = true;
      if (line === 'read') after.read[thread] = after.written[(thread + 1) % after.written.length] ? 'right' : 'wrong';
    }
    // The barrier opens when all threads that have not ended are there.
    if (after.arrived.some(Boolean) && upTo(TOY.warps).every((w) => after.arrived[w] || next(after, w) === 'end')) {
      for (const w of upTo(TOY.warps)) if (after.arrived[w]) after.arrived[w] = false, ++after.at[w];
    }
    return after;
  }

  const isOver = (state) => !upTo(TOY.warps).some((warp) => canStep(state, warp));
  const isStuck = (state) => isOver(state) && upTo(TOY.warps).some((warp) => next(state, warp) !== 'end');

  // All orders in which the warps can take turns: how many there are, how many of them read what nobody has
  // written, how many never end, and which warps read wrongly in any.
  function allOrders(program) {
    const sum = {all: 0, wrong: 0, stuck: 0, warps: []};
    const visit = (state) => {
      if (!isOver(state)) {
        for (const warp of upTo(TOY.warps)) if (canStep(state, warp)) visit(step(state, warp));
        return;
      }
      const bad = upTo(TOY.warps).filter((warp) => threadsOf(warp).some((thread) => state.read[thread] === 'wrong'));
      ++sum.all;
      sum.wrong += bad.length > 0;
      sum.stuck += isStuck(state);
      sum.warps = different([...sum.warps, ...bad]).sort();
    };
    visit(begin(program));
    return sum;
  }

  // --- 5. Occupancy ----------------------------------------------------------------------------------

  // How blocks get their share of a multiprocessor, as NVIDIA's calculator has it (cuda_occupancy.h).
  const QUARTERS = 4, REGISTERS = 65536, REGISTER_UNIT = 256;
  const roundUp = (value, unit) => Math.ceil(value / unit) * unit;
  // From compute capability 8.0 on, the system takes 1 KiB of shared memory for each block.
  const isAmpere = (card) => Number(card.arch.slice(3)) >= 80;
  const reserved = (card) => (isAmpere(card) ? 1024 : 0);
  const mostShared = (card) => card.shared_kib * 1024 - reserved(card);

  function occupancy(card, threads, registers, shared) {
    const warps = Math.ceil(threads / LANES), room = card.threads / LANES;
    const ofWarp = roundUp(registers * LANES, REGISTER_UNIT);  // registers, 256 at a time
    const inQuarter = Math.floor(REGISTERS / QUARTERS / ofWarp);  // each quarter has its own registers and warps
    const ofBlock = roundUp(shared + reserved(card), isAmpere(card) ? 128 : 256);
    const limits = {
      blocks: card.blocks,
      threads: Math.floor(room / warps),
      registers: ofWarp * roundUp(warps, QUARTERS) > REGISTERS ? 0 : Math.floor(QUARTERS * inQuarter / warps),
      shared: shared > mostShared(card) ? 0 : ofBlock === 0 ? Infinity : Math.floor(card.shared_kib * 1024 / ofBlock),
    };
    const blocks = Math.min(...Object.values(limits));
    return {blocks, warps: blocks * warps, room, share: blocks * warps / room, limits, ofWarp, ofBlock,
      limitedBy: Object.keys(limits).filter((name) => limits[name] === blocks)};
  }

  // --- 6. Roofline -----------------------------------------------------------------------------------

  const TILE = {width: 32, height: 8};  // pixels of a block
  // Operations and bytes from device memory for a pixel, of a filter of (2r + 1) x (2r + 1) weights. A
  // product and a sum are two operations, and a float has 4 bytes. Weights are read once for the whole
  // image and do not count.
  const VARIANTS = {
    uncached: {
      operations: (r) => 2 * (2 * r + 1) ** 2,
      bytes: (r) => 4 * (2 * r + 1) ** 2 + 4,
    },
    tiled: {
      operations: (r) => 2 * (2 * r + 1) ** 2,
      bytes: (r) => 4 * (TILE.width + 2 * r) * (TILE.height + 2 * r) / (TILE.width * TILE.height) + 4,
    },
    once: {
      operations: (r) => 2 * (2 * r + 1) ** 2,
      bytes: () => 8,
    },
    passes: {
      operations: (r) => 4 * (2 * r + 1),
      bytes: () => 16,
    },
    fused: {
      operations: (r) => 4 * (2 * r + 1),
      bytes: () => 8,
    },
  };

  // Rates in operations a second, the least time in picoseconds a pixel.
  function roofline(card, variant, radius) {
    const operations = VARIANTS[variant].operations(radius), bytes = VARIANTS[variant].bytes(radius);
    const bandwidth = card.dram_gb_per_s * 1e9, peak = card.fp32_tflop_per_s * 1e12, intensity = operations / bytes;
    return {operations, bytes, intensity, ridge: peak / bandwidth, peak, bandwidth, rate: Math.min(peak, intensity * bandwidth),
      bound: intensity < peak / bandwidth ? 'memory' : 'arithmetic',
      picoseconds: 1e12 * Math.max(bytes / bandwidth, operations / peak)};
  }

  return {LANES, BANKS, SECTOR, LINE, MOST_THREADS, TOY, PROGRAMS, VARIANTS, upTo, grid, landing, unbounded, warpsOf,
    globalAddresses, sectors, traffic, sharedAddresses, wavefronts, idealWavefronts, begin, next, threadsOf, canStep, step,
    isOver, isStuck, allOrders, reserved, mostShared, occupancy, roofline};
})();
