// A recording's steps, and what the hardware does with each request: the same rules by which the
// simulator counts. Nothing here draws, so that a test can compare it with the counters.

const SPACES = ["", "global", "shared", "constant", "local", "texture", "surface"];
const ACCESSES = ["read", "write", "atomic"];
const KINDS = ["line", "request", "barrier", "divergence"];
const SECTOR = 32, BANKS = 32, WORD = 4;

const lanesOf = mask => Array.from({length: 32}, (_, lane) => lane).filter(lane => (mask >>> lane & 1) == 1);

// One step of a recording as an object.
function stepOf(raw, recording) {
  const [kind, warp, place, mask] = raw;
  const step = {kind: KINDS[kind], warp, place: recording.places[place], number: place};
  if (step.kind == "barrier") return {...step, waiting: mask, lanes: []};
  step.lanes = lanesOf(mask);
  if (step.kind != "request") return step;
  const [, , , , space, access, bytes, units, buffer, offsets, values] = raw;
  const begin = buffer >= 0 ? recording.buffers[buffer].begin : 0;
  // Two numbers are the first and the distance from lane to lane.
  const offsetOf = n => offsets.length == 2 ? offsets[0] + n * offsets[1] : offsets[n];
  const data = values ? bytesOf(values) : null;
  return {...step, space: SPACES[space], access: ACCESSES[access], bytes, units, buffer: recording.buffers[buffer] ?? null,
    accesses: step.lanes.map((lane, n) => ({lane, offset: offsetOf(n), address: begin + offsetOf(n),
      value: data ? valueOf(data, data.length == bytes ? 0 : n * bytes, bytes) : null}))};
}

// The bytes as a number. What type they have is not known: four bytes are taken for a float unless
// that would be one that no image holds.
function valueOf(data, at, bytes) {
  const view = new DataView(data.buffer, at, bytes);
  const four = offset => {
    const real = view.getFloat32(offset, true), size = Math.abs(real);
    return size == 0 || (size > 1e-20 && size < 1e20) ? show(real, 5) : String(view.getInt32(offset, true));
  };
  if (bytes == 1) return String(view.getUint8(0));
  if (bytes == 2) return String(view.getUint16(0, true));
  if (bytes == 4) return four(0);
  return Array.from({length: bytes / 4}, (_, n) => four(4 * n)).join(", ");
}

// The pieces of `size` bytes that a request touches, each with its lanes.
function piecesOf(step, size) {
  const pieces = new Map();
  for (const {lane, address} of step.accesses)
    for (let piece = Math.floor(address / size); piece <= Math.floor((address + step.bytes - 1) / size); ++piece)
      pieces.set(piece, [...pieces.get(piece) ?? [], lane]);
  return new Map([...pieces].sort((a, b) => a[0] - b[0]));
}
const sectorsOf = step => piecesOf(step, SECTOR);

// The passes of a request through shared memory: in each, every bank serves one word of four bytes.
function passesOf(step) {
  const group = step.bytes <= 4 ? 32 : 256 / step.bytes, passes = [];
  for (let first = 0; first < step.accesses.length; first += group)
    passes.push(...passesOfGroup(step.accesses.slice(first, first + group), step.bytes));
  return passes;
}

// Words of 8 bytes go half a warp at a time and of 16 a quarter, unless neighbours want the same.
function passesOfGroup(accesses, bytes) {
  const half = 128 / bytes;
  const agree = apart => accesses.every((one, i) => (i ^ apart) >= accesses.length || one.address == accesses[i ^ apart].address);
  if (bytes <= 4 || accesses.length <= half || agree(1) || agree(2)) return conflictPasses(accesses, bytes);
  return [...conflictPasses(accesses.slice(0, half), bytes), ...conflictPasses(accesses.slice(half), bytes)];
}

function conflictPasses(accesses, bytes) {
  const words = new Map();  // of each bank, in the order in which lanes want them
  for (const {lane, address} of accesses)
    for (let word = Math.floor(address / WORD); word <= Math.floor((address + bytes - 1) / WORD); ++word) {
      const bank = words.get(word % BANKS) ?? new Map();
      bank.set(word, [...bank.get(word) ?? [], lane]);
      words.set(word % BANKS, bank);
    }
  const passes = [];
  for (const [bank, wanted] of words)
    [...wanted].forEach(([word, lanes], n) => (passes[n] ??= new Map()).set(bank, {word, lanes}));
  return passes;
}

// Sectors, wavefronts or words: what the counters call units.
function unitsOf(step) {
  if (step.space == "global") return sectorsOf(step).size;
  if (step.space == "shared") return passesOf(step).length;
  if (step.space == "constant") return piecesOf(step, step.bytes).size;
  return 1;
}

// The steps that a viewer walks through: of one warp and the barriers, or of all. A line without an
// access is left out where the next step says the same and more.
function sequenceOf(recording, warp) {
  const steps = recording.steps.map(raw => stepOf(raw, recording)).filter(step =>
    step.place.line > 0 && step.space != "local" && (warp < 0 || step.warp == warp || step.kind == "barrier"));
  return steps.filter((step, i) => {
    if (step.kind != "line") return true;
    const next = steps.slice(i + 1).find(one => one.warp == step.warp || one.kind == "barrier");
    return !next || next.kind == "barrier" || next.kind == "divergence" || next.place.line != step.place.line ||
      next.place.file != step.place.file || next.lanes.length != step.lanes.length;
  });
}

// What was recorded and what was left out of each line's requests: {requests, units}, by line and kind.
function totalsOf(recording) {
  const totals = new Map();
  const add = (place, space, access, requests, units) => {
    const key = `${place.file}:${place.line} ${space} ${access}`, sum = totals.get(key) ?? {requests: 0, units: 0};
    totals.set(key, {requests: sum.requests + requests, units: sum.units + units});
  };
  for (const raw of recording.steps) {
    const step = stepOf(raw, recording);
    if (step.kind == "request") add(step.place, step.space, step.access, 1, unitsOf(step));
  }
  for (const [, place, space, access, requests, units] of recording.folded)
    add(recording.places[place], SPACES[space], ACCESSES[access], requests, units);
  return totals;
}
