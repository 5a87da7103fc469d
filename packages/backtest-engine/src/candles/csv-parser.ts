// Byte reads below are within the buffer's bounds, so `!` only tells the checker what the loop bounds say.

/** The parser behind the CSV readers: bytes in, in pieces of any size; columns and faults out. */

import { CandleColumns, type CandleCells } from "./candle-columns.ts";
import { CandleFaults, quoted } from "./candle-faults.ts";
import type { Candles } from "./candles.ts";
import { bareFields, columnOf, delimiterOf, readCsvHeader, type CsvFields } from "./csv-header.ts";
import { findRecordEnd, splitRecord } from "./csv-record.ts";
import { parseDecimal, parseDecimalText, textOf } from "./parse-decimal.ts";
import { parseTimestamp, TIMESTAMP_EXPECTED } from "./parse-timestamp.ts";
import { isRawTime, markedText, settleTimes, type TimestampUnit } from "./timestamp-unit.ts";

const CARRIAGE_RETURN = 13;
const QUOTE = 34;
/** A row of a candle file is some hundred bytes; past this it is none. */
const MAXIMUM_RECORD_BYTES = 65_536;

export class CsvParser {
  readonly faults: CandleFaults = new CandleFaults();
  /** Candles with a cell that could not be read: already named. */
  readonly unreadable: Set<number> = new Set();
  #rest: Uint8Array = new Uint8Array(0);
  #fields: CsvFields | undefined;
  #columns: CandleColumns;
  #row = 0;
  #delimiter = ",";
  #delimiterByte = 44;
  /** Row number of the first candle: 1 in a file without a header. */
  #firstRow = 2;
  /** Row number of a blank line that nothing has followed yet. */
  #blankRow = 0;
  #capacity: number;
  readonly #cells: CandleCells = emptyCells();

  /** `expectedBytes` sizes the columns beforehand: a row has about 60. */
  constructor(expectedBytes: number) {
    this.#capacity = Math.ceil(expectedBytes / 40);
    this.#columns = new CandleColumns(0, false);
  }

  push(bytes: Uint8Array): void {
    const whole = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const consumed = this.#consume(whole, false);
    this.#rest = whole.slice(consumed);
    if (this.#rest.length > MAXIMUM_RECORD_BYTES) {
      const problem = `is longer than ${MAXIMUM_RECORD_BYTES} bytes; is a quote left open?`;
      this.faults.add({ row: this.#row + 1, problem });
      this.faults.throwIfAny(this.#columns.length);
    }
  }

  /**
   * The candles, not yet checked against each other, oldest first; the unit that their times were in; the row of each
   * candle.
   *
   * @throws EngineError CANDLES_INVALID when there is no header
   */
  finish(): {
    readonly candles: Candles;
    readonly unit: TimestampUnit;
    readonly hasVolume: boolean;
    readonly rowOf: (index: number) => number;
  } {
    this.#consume(this.#rest, true);
    if (this.#fields === undefined) readCsvHeader([]);
    const candles = this.#columns.finish();
    const firstRow = this.#firstRow;
    const unit = settleTimes(candles.time, firstRow, this.faults, this.unreadable);
    const hasVolume = this.#fields?.includes("volume") === true;
    if (!isNewestFirst(candles.time) || this.faults.count > 0) {
      return { candles, unit, hasVolume, rowOf: (index) => firstRow + index };
    }
    for (const column of Object.values(candles)) if (typeof column === "object") column.reverse();
    return { candles, unit, hasVolume, rowOf: (index) => firstRow + candles.length - 1 - index };
  }

  #consume(bytes: Uint8Array, final: boolean): number {
    let start = 0;
    let quote = bytes.indexOf(QUOTE);
    while (start < bytes.length) {
      let end = bytes.indexOf(10, start);
      const isQuoted = quote >= 0 && (end < 0 || quote < end);
      if (isQuoted) end = findRecordEnd(bytes, start);
      if (end < 0 && !final) break;
      const stop = end < 0 ? bytes.length : end;
      const trimmed = stop > start && bytes[stop - 1] === CARRIAGE_RETURN ? stop - 1 : stop;
      this.#record(bytes, start, trimmed, isQuoted);
      start = stop + 1;
      if (isQuoted) quote = bytes.indexOf(QUOTE, start);
    }
    return Math.min(start, bytes.length);
  }

  #record(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): void {
    this.#row += 1;
    if (this.#fields === undefined) {
      const text = textOf(bytes, start, end);
      this.#delimiter = delimiterOf(text);
      this.#delimiterByte = this.#delimiter.charCodeAt(0);
      const header = splitRecord(text, this.#delimiter);
      const bare = bareFields(header);
      this.#fields = bare ?? readCsvHeader(header);
      this.#columns = new CandleColumns(this.#capacity, this.#fields.includes("turnover"));
      if (bare === undefined) return;
      this.#firstRow = 1;
    }
    if (start === end) {
      this.#blankRow ||= this.#row;
      return;
    }
    if (this.#blankRow > 0) {
      this.faults.add({ row: this.#blankRow, problem: "the row is blank" });
      this.#blankRow = 0;
    }
    const before = this.faults.count;
    if (isQuoted)
      this.#quotedFields(splitRecord(textOf(bytes, start, end), this.#delimiter), this.#fields);
    else this.#plainFields(bytes, start, end, this.#fields);
    if (this.faults.count > before) this.unreadable.add(this.#columns.length);
    this.#columns.push(this.#cells);
  }

  #plainFields(bytes: Uint8Array, start: number, end: number, fields: CsvFields): void {
    const delimiter = this.#delimiterByte;
    let field = 0;
    let from = start;
    for (let i = start; i <= end; i++) {
      if (i < end && bytes[i] !== delimiter) continue;
      const cell = fields[field];
      if (cell !== undefined) {
        const value = parseDecimal(bytes, from, i);
        const isSound = cell === "time" ? isRawTime(value) : value === value;
        if (isSound) this.#cells[cell] = value;
        else this.#textCell(cell, textOf(bytes, from, i));
      }
      field += 1;
      from = i + 1;
    }
    this.#checkFieldCount(field, fields);
  }

  #quotedFields(texts: readonly string[], fields: CsvFields): void {
    for (const [i, text] of texts.entries()) {
      const cell = fields[i];
      if (cell !== undefined) this.#textCell(cell, text);
    }
    this.#checkFieldCount(texts.length, fields);
  }

  #textCell(cell: keyof CandleCells, text: string): void {
    const value = cell === "time" ? rawTime(text.trim()) : parseDecimalText(text);
    this.#cells[cell] = value;
    if (value === value) return;
    const column = columnOf(cell);
    const expected = cell === "time" ? TIMESTAMP_EXPECTED : "a decimal number";
    const problem = `${column} ${quoted(text)} is not ${expected}`;
    this.faults.add({ row: this.#row, column, text: text.slice(0, 64), problem });
  }

  #checkFieldCount(found: number, fields: CsvFields): void {
    if (found === fields.length) return;
    const problem = `the row has ${found} fields, the header ${fields.length}`;
    this.faults.add({ row: this.#row, problem });
  }
}

/** True for times that fall from each row to the next: a file that begins with the newest candle. */
function isNewestFirst(time: Float64Array): boolean {
  for (let i = 1; i < time.length; i++) if (!(time[i]! < time[i - 1]!)) return false;
  return time.length > 1;
}

/** A number as it stands, ISO 8601 as marked milliseconds; NaN for neither. */
function rawTime(text: string): number {
  const number = parseDecimalText(text);
  return isRawTime(number) ? number : markedText(parseTimestamp(text));
}

function emptyCells(): CandleCells {
  return { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, turnover: 0 };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
