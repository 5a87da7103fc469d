// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

/**
 * Columns of numbers as bytes; every number comes back with the same bits. Little endian:
 *
 *     0  u8 version (1)   1  u8 columns   2  u16 zero   4  u32 rows
 *     of each column: u8 kind, 3 bytes zero, u32 entries, then its values, each list padded to a multiple of 8 bytes
 *       0 plain   f64 of each row
 *
 * Earlier versions wrote other kinds too, which are read and no longer written:
 *
 *       1 runs    f64 of each run, then u32 number of rows of each run
 *       2 steps   f64 first value, f64 step, then u16 of every row: steps since the row before it
 *       3 steps   the same with u32
 *       4 steps   the same with u8
 */

const VERSION = 1;
const PLAIN = 0;
const RUNS = 1;
const SHORT_STEPS = 2;
const LONG_STEPS = 3;
const BYTE_STEPS = 4;
const HEADER_BYTES = 8;

/** Packs columns of one length, at most 255 of them. */
export function packColumns(columns: readonly Float64Array[]): Uint8Array {
  const rows = columns[0]?.length ?? 0;
  const columnBytes = HEADER_BYTES + 8 * rows;
  const buffer = new ArrayBuffer(HEADER_BYTES + columnBytes * columns.length);
  const head = new DataView(buffer);
  head.setUint8(0, VERSION);
  head.setUint8(1, columns.length);
  head.setUint32(4, rows, true);
  for (const [index, column] of columns.entries()) {
    const at = HEADER_BYTES + columnBytes * index;
    head.setUint8(at, PLAIN);
    head.setUint32(at + 4, rows, true);
    new Float64Array(buffer, at + HEADER_BYTES, rows).set(column);
  }
  return new Uint8Array(buffer);
}

/**
 * Unpacks what {@link packColumns} of this or an earlier version has packed.
 *
 * @throws Error for bytes of another form
 */
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

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
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

function unknownForm(): Error {
  return new Error("These bytes are not the packed columns of this version.");
}
