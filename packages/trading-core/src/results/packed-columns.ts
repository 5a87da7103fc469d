// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

/**
 * Columns of numbers as bytes, packed only by what costs next to no time: repeated values as runs, times as multiples
 * of their step, all others as they are. Every number comes back with the same bits. Little endian:
 *
 *     0  u8 version (1)   1  u8 columns   2  u16 zero   4  u32 rows
 *     of each column: u8 kind, 3 bytes zero, u32 entries, then its values, each list padded to a multiple of 8 bytes
 *       0 plain   f64 of each row
 *       1 runs    f64 of each run, then u32 number of rows of each run
 *       2 steps   f64 first value, f64 step, then u16 of every row: steps since the row before it
 *       3 steps   the same with u32
 *       4 steps   the same with u8; versions before it refuse such a column
 */

const VERSION = 1;
const PLAIN = 0;
const RUNS = 1;
const SHORT_STEPS = 2;
const LONG_STEPS = 3;
const BYTE_STEPS = 4;
const HEADER_BYTES = 8;
/** Shares of the plain size above which runs, and rows below which anything but plain, are not worth it. */
const MOST_RUNS = 0.5;
const LEAST_ROWS = 8;

/** Packs columns of one length, at most 255 of them, into memory that threads share where there is such. */
export function packColumns(columns: readonly Float64Array[]): Uint8Array {
  const rows = columns[0]?.length ?? 0;
  const packed = columns.map(packColumn);
  const size = packed.reduce((sum, { bytes }) => sum + bytes, HEADER_BYTES);
  const buffer = new Memory(size);
  const head = new DataView(buffer);
  head.setUint8(0, VERSION);
  head.setUint8(1, columns.length);
  head.setUint32(4, rows, true);
  let at = HEADER_BYTES;
  for (const { kind, entries, lists, bytes } of packed) {
    head.setUint8(at, kind);
    head.setUint32(at + 4, entries, true);
    let place = at + HEADER_BYTES;
    for (const list of lists) {
      new Uint8Array(buffer, place).set(
        new Uint8Array(list.buffer, list.byteOffset, list.byteLength),
      );
      place += padded(list.byteLength);
    }
    at += bytes;
  }
  return new Uint8Array(buffer);
}

/** A page of a browser has no shared memory unless it is isolated from others. */
const Memory = typeof SharedArrayBuffer === "undefined" ? ArrayBuffer : SharedArrayBuffer;

/** Unpacks what {@link packColumns} has packed. @throws Error for bytes of another form */
export function unpackColumns(bytes: Uint8Array): Float64Array[] {
  if (bytes.byteLength < HEADER_BYTES || bytes[0] !== VERSION) throw unknownForm();
  // In memory of its own, which begins at a multiple of 8 and ends with the columns.
  const { buffer } = new Uint8Array(bytes);
  const head = new DataView(buffer);
  const rows = head.getUint32(4, true);
  let at = HEADER_BYTES;
  const take: Take = (Type, length) => {
    const list = new Type(buffer, at, length);
    at += padded(list.byteLength);
    return list;
  };
  return Array.from({ length: head.getUint8(1) }, () => {
    const kind = head.getUint8(at);
    const entries = head.getUint32(at + 4, true);
    at += HEADER_BYTES;
    const column = columnOf(kind, entries, take);
    if (column.length !== rows) throw unknownForm();
    return column;
  });
}

type Steps = Uint32Array | Uint16Array | Uint8Array;
type Values = Float64Array | Steps;

/** Takes the next list from the bytes. @throws RangeError when it is longer than they are */
type Take = <List extends Values>(
  Type: new (buffer: ArrayBuffer, offset: number, length: number) => List,
  length: number,
) => List;

function columnOf(kind: number, entries: number, take: Take): Float64Array {
  switch (kind) {
    case PLAIN:
      return take(Float64Array, entries).slice();
    case RUNS:
      return fromRuns(take(Float64Array, entries), take(Uint32Array, entries));
    case SHORT_STEPS:
      return fromSteps(take(Float64Array, 2), take(Uint16Array, entries));
    case LONG_STEPS:
      return fromSteps(take(Float64Array, 2), take(Uint32Array, entries));
    case BYTE_STEPS:
      return fromSteps(take(Float64Array, 2), take(Uint8Array, entries));
    default:
      throw unknownForm();
  }
}

interface PackedColumn {
  readonly kind: number;
  readonly entries: number;
  readonly lists: readonly Values[];
  /** Bytes of the column with its header. */
  readonly bytes: number;
}

function packColumn(column: Float64Array): PackedColumn {
  if (column.length >= LEAST_ROWS) {
    const runs = runsOf(column);
    if (runs !== undefined) return packedColumn(RUNS, runs[0].length, runs);
    const steps = stepsOf(column);
    if (steps !== undefined) {
      return packedColumn(kindOf(steps[1]), column.length, steps);
    }
  }
  return packedColumn(PLAIN, column.length, [column]);
}

function kindOf(steps: Steps): number {
  if (steps instanceof Uint8Array) return BYTE_STEPS;
  return steps instanceof Uint16Array ? SHORT_STEPS : LONG_STEPS;
}

function packedColumn(kind: number, entries: number, lists: readonly Values[]): PackedColumn {
  const bytes = lists.reduce((sum, { byteLength }) => sum + padded(byteLength), HEADER_BYTES);
  return { kind, entries, lists, bytes };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Values and lengths of the runs of equal values; undefined when there are too many. */
function runsOf(column: Float64Array): readonly [Float64Array, Uint32Array] | undefined {
  const most = Math.floor(column.length * MOST_RUNS);
  let count = 1;
  for (let i = 1; i < column.length; i++) {
    if (isSame(column[i]!, column[i - 1]!)) continue;
    count += 1;
    if (count > most) return undefined;
  }
  const values = new Float64Array(count);
  const lengths = new Uint32Array(count);
  let run = 0;
  values[0] = column[0]!;
  for (let i = 0; i < column.length; i++) {
    if (i > 0 && !isSame(column[i]!, column[i - 1]!)) {
      run += 1;
      values[run] = column[i]!;
    }
    lengths[run]! += 1;
  }
  return [values, lengths];
}

function fromRuns(values: Float64Array, lengths: Uint32Array): Float64Array {
  const column = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (let run = 0; run < values.length; run++) {
    column.fill(values[run]!, at, at + lengths[run]!);
    at += lengths[run]!;
  }
  return column;
}

/** First value, step and steps of rising whole numbers; undefined for any other column. */
function stepsOf(column: Float64Array): readonly [Float64Array, Steps] | undefined {
  const first = column[0]!;
  if (!Number.isSafeInteger(first) || isSame(first, -0)) return undefined;
  let step = 0;
  let widest = 0;
  for (let i = 1; i < column.length; i++) {
    const value = column[i]!;
    const gap = value - column[i - 1]!;
    if (!Number.isSafeInteger(value) || gap < 0 || isSame(value, -0)) return undefined;
    if (gap > widest) widest = gap;
    // A remainder would take longer than this product of whole numbers, which is exact.
    const isMultiple = step > 0 && Math.floor(gap / step) * step === gap;
    if (!isMultiple) step = greatestDivisor(step, gap);
  }
  const isExact = step > 0 && Number.isSafeInteger(widest);
  if (!isExact || widest / step > 0xffff_ffff) return undefined;
  const steps = new (narrowest(widest / step))(column.length);
  for (let i = 1; i < column.length; i++) steps[i] = (column[i]! - column[i - 1]!) / step;
  return [Float64Array.of(first, step), steps];
}

function narrowest(steps: number): new (length: number) => Steps {
  if (steps > 0xffff) return Uint32Array;
  return steps > 0xff ? Uint16Array : Uint8Array;
}

function fromSteps(scale: Float64Array, steps: Steps): Float64Array {
  const column = new Float64Array(steps.length);
  const step = scale[1]!;
  let value = scale[0]!;
  for (let i = 0; i < steps.length; i++) {
    value += steps[i]! * step;
    column[i] = value;
  }
  return column;
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** True for equal bits; NaN is never the same, because it has many. */
function isSame(a: number, b: number): boolean {
  return a === b && (a !== 0 || 1 / a === 1 / b);
}

function unknownForm(): Error {
  return new Error("These bytes are not the packed columns of this version.");
}
