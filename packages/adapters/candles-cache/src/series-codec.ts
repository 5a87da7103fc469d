/**
 * A series as bytes. Everything is little endian; offsets are in bytes:
 *
 *     0  magic "BOURSECC"        8  u32 version (1)       12  u32 flags (bit 0: turnover)
 *    16  u32 candles            20  u32 segments          24  u32 length of the key
 *    28  u32 CRC-32 of the columns                        32  f64 first open   40  f64 last open
 *    48  u32 CRC-32 of bytes 0–47, key and segments       52  u32 zero
 *    56  the key as JSON (`keyText`), padded with blanks to a multiple of 8
 *        segments: f64 start, f64 end of each
 *        columns: time, open, high, low, close, volume [, turnover], f64 each
 *
 * Every byte is under one of the two checksums or has one possible value, and the length follows from the header.
 */

import { crc32 } from "node:zlib";

import { keyText, parseKey, type SeriesKey } from "./series-key.ts";
import { columnsOf, type Series } from "./series.ts";

/** Bytes of the header without key and segments. */
export const HEADER_BYTES = 56;
/** More than 17 years of minutes: 280 MB with turnover 336. A file that claims more is damaged. */
export const MAX_CANDLES_IN_FILE = 6_000_000;
const MAX_SEGMENTS = 100_000;
const MAX_KEY_BYTES = 1_024;
const MAGIC = Buffer.from("BOURSECC", "latin1");
const VERSION = 1;
const WITH_TURNOVER = 1;
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Header of a cache file, which describes the rest; checked for bounds, not yet by checksum. */
export interface SeriesHeader {
  readonly candles: number;
  readonly segments: number;
  readonly turnover: boolean;
  readonly keyBytes: number;
  readonly columnsCrc: number;
  readonly headCrc: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Bytes before the columns. */
  readonly headBytes: number;
  readonly fileBytes: number;
}

/** The file of a series with at least one candle, in chunks. */
export function encodeSeries(key: SeriesKey, series: Series): Uint8Array[] {
  const { candles, coverage } = series;
  const columns = columnsOf(candles).map(littleEndian);
  const name = Buffer.from(keyText(key));
  const keyBytes = Buffer.alloc(Math.ceil(name.length / 8) * 8, " ");
  name.copy(keyBytes);
  const bounds = Float64Array.from(coverage.flatMap(({ start, end }) => [start, end]));
  const head = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(head);
  head.writeUInt32LE(VERSION, 8);
  head.writeUInt32LE(candles.turnover === undefined ? 0 : WITH_TURNOVER, 12);
  head.writeUInt32LE(candles.length, 16);
  head.writeUInt32LE(coverage.length, 20);
  head.writeUInt32LE(keyBytes.length, 24);
  head.writeUInt32LE(
    columns.reduce((crc, column) => crc32(column, crc), 0),
    28,
  );
  head.writeDoubleLE(candles.time[0]!, 32);
  head.writeDoubleLE(candles.time.at(-1)!, 40);
  const rest = Buffer.concat([keyBytes, littleEndian(bounds)]);
  head.writeUInt32LE(crc32(rest, crc32(head.subarray(0, 48))), 48);
  return [head, rest, ...columns];
}

/** Reads the first {@link HEADER_BYTES} of a file of `fileBytes`; undefined when they cannot be a header. */
export function decodeHeader(bytes: Buffer, fileBytes: number): SeriesHeader | undefined {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  const flags = bytes.readUInt32LE(12);
  const candles = bytes.readUInt32LE(16);
  const segments = bytes.readUInt32LE(20);
  const keyBytes = bytes.readUInt32LE(24);
  const isKnown =
    bytes.readUInt32LE(8) === VERSION && flags <= WITH_TURNOVER && bytes.readUInt32LE(52) === 0;
  const isBounded =
    candles >= 1 &&
    candles <= MAX_CANDLES_IN_FILE &&
    segments >= 1 &&
    segments <= MAX_SEGMENTS &&
    keyBytes <= MAX_KEY_BYTES &&
    keyBytes % 8 === 0;
  if (!isKnown || !isBounded) return undefined;
  const turnover = flags === WITH_TURNOVER;
  const headBytes = HEADER_BYTES + keyBytes + segments * 16;
  const expected = headBytes + candles * 8 * (turnover ? 7 : 6);
  if (expected !== fileBytes) return undefined;
  return {
    candles,
    segments,
    turnover,
    keyBytes,
    columnsCrc: bytes.readUInt32LE(28),
    headCrc: bytes.readUInt32LE(48),
    firstTime: bytes.readDoubleLE(32),
    lastTime: bytes.readDoubleLE(40),
    headBytes,
    fileBytes,
  };
}

/** The key that the head of a file (`headBytes` of it) names; undefined when its checksum is wrong. */
export function decodeKey(head: Buffer, header: SeriesHeader): SeriesKey | undefined {
  const crc = crc32(head.subarray(HEADER_BYTES, header.headBytes), crc32(head.subarray(0, 48)));
  if (crc !== header.headCrc) return undefined;
  return parseKey(head.toString("utf8", HEADER_BYTES, HEADER_BYTES + header.keyBytes));
}

/**
 * The series of a whole file whose head was found sound; undefined when the columns' checksum is wrong.
 * The columns are views on `bytes`, which must begin at a multiple of 8 in its buffer.
 */
export function decodeSeries(bytes: Buffer, header: SeriesHeader): Series | undefined {
  const { candles: length, headBytes, keyBytes, segments } = header;
  if (crc32(bytes.subarray(headBytes)) !== header.columnsCrc) return undefined;
  if (!IS_LITTLE_ENDIAN) bytes.subarray(HEADER_BYTES + keyBytes).swap64();
  const floats = (offset: number, count: number): Float64Array =>
    new Float64Array(bytes.buffer, bytes.byteOffset + offset, count);
  const column = (index: number): Float64Array => floats(headBytes + index * length * 8, length);
  const bounds = floats(HEADER_BYTES + keyBytes, segments * 2);
  const coverage = Array.from({ length: segments }, (_, index) => ({
    start: bounds[index * 2]!,
    end: bounds[index * 2 + 1]!,
  }));
  const candles = {
    length,
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
    ...(header.turnover && { turnover: column(6) }),
  };
  return { candles, coverage };
}

function littleEndian(column: Float64Array): Buffer {
  const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  return IS_LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap64();
}
