// Byte reads below are within the buffer's bounds, so `!` only tells the checker what the loop bounds say.

/** The parser behind the CSV readers: bytes in, in pieces of any size; columns and faults out. */

import { CandleColumns, type CandleCells } from "./candle-columns.ts";
import { CandleFaults, quoted } from "./candle-faults.ts";
import type { CandleField } from "./candle-format.ts";
import type { Candles } from "./candles.ts";
import { isTurnover, refuseExchanged } from "./check-column-order.ts";
import { DecimalMark } from "./csv-decimal.ts";
import { DELIMITERS, type CsvFormat, type CsvFormatOptions } from "./csv-format.ts";
import { columnOf, delimiterOf, type CsvFields } from "./csv-header.ts";
import { detectLayout, type CsvLayout } from "./csv-layout.ts";
import { findRecordEnd, splitRecord } from "./csv-record.ts";
import { csvFormatOf } from "./describe-csv.ts";
import { keepLocalDates } from "./local-dates.ts";
import { hasZone, offsetMinutesOf, parseDateText, settleDates } from "./parse-date-text.ts";
import { parseDecimal, textOf } from "./parse-decimal.ts";
import { TIMESTAMP_EXPECTED } from "./parse-timestamp.ts";
import { adjustPrices, isNewestFirst, reverseRows } from "./row-order.ts";
import { Utf8Input } from "./text-encoding.ts";
import { isRawTime, settleTimes } from "./timestamp-unit.ts";

const CARRIAGE_RETURN = 13;
const QUOTE = 34;
/** A row of a candle file is some hundred bytes; past this it is none. */
const MAXIMUM_RECORD_BYTES = 65_536;

export class CsvParser {
  readonly faults: CandleFaults = new CandleFaults();
  /** Candles with a cell that could not be read: already named. */
  readonly unreadable: Set<number> = new Set();
  readonly #options: CsvFormatOptions;
  readonly #input = new Utf8Input();
  #rest: Uint8Array = new Uint8Array(0);
  /** Records before the layout is known. */
  #head: (readonly string[])[] = [];
  #layout: CsvLayout | undefined;
  #columns: CandleColumns;
  #row = 0;
  #delimiter = ",";
  #delimiterByte = 44;
  #decimal: DecimalMark;
  /** True when the date and the time of day stand in two columns. */
  #isSplitTime = false;
  #date = "";
  #timeOfDay = "";
  /** True when the first time in text states no zone. */
  #lacksZone: boolean | undefined;
  /** Minutes ahead of UTC by candle, for times that state or were told some. */
  readonly #offsets: number[] = [];
  /** Row number of a blank line that nothing has followed yet. */
  #blankRow = 0;
  readonly #capacity: number;
  readonly #cells: CandleCells & { adjustedClose: number } = { ...emptyCells(), adjustedClose: 0 };

  /** `expectedBytes` sizes the columns beforehand: a row has about 60. */
  constructor(expectedBytes: number, options: CsvFormatOptions) {
    this.#options = options;
    this.#capacity = Math.ceil(expectedBytes / 40);
    this.#columns = new CandleColumns(0, false);
    this.#decimal = new DecimalMark(options.decimal, false);
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#input.push(bytes));
  }

  #take(bytes: Uint8Array): void {
    const whole = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const consumed = this.#consume(whole, false);
    this.#rest = whole.slice(consumed);
    this.#refuseLong(this.#rest.length, this.#row + 1);
  }

  /** Refuses a record before anything is done with it. */
  #refuseLong(length: number, row: number): void {
    if (length <= MAXIMUM_RECORD_BYTES) return;
    const problem = `is longer than ${MAXIMUM_RECORD_BYTES} bytes; is a quote left open?`;
    this.faults.add({ row, problem });
    this.faults.throwIfAny(this.#columns.length);
  }

  /**
   * The candles, not yet checked against each other, oldest first; the format that they were read in; the row of each
   * candle.
   *
   * @throws EngineError CANDLES_INVALID when there is no header, or what the file means cannot be told
   */
  finish(): {
    readonly candles: Candles;
    readonly format: CsvFormat;
    readonly rowOf: (index: number) => number;
  } {
    this.#take(this.#input.finish());
    this.#consume(this.#rest, true);
    const options = this.#options;
    const layout = this.#layout ?? detectLayout(nonEmpty(this.#head), options, true)!;
    const candles = this.#columns.finish();
    const firstRow = layout.headerRows + 1;
    this.#decimal.refuseIfOpen(this.faults, candles.length);
    const dateOrder = settleDates(candles.time, options.dateOrder);
    if (typeof dateOrder === "object" && dateOrder !== null) {
      const row = firstRow + dateOrder.index;
      const problem = `the date ${dateOrder.text} may mean day first or month first, and no date of the file tells which; set option "dateOrder" to dmy or mdy`;
      this.faults.add({ row, column: "timestamp", text: dateOrder.text, problem });
      this.faults.throwIfAny(candles.length);
    }
    this.#nameLostDays(candles.time, firstRow);
    const unit = settleTimes(
      candles.time,
      firstRow,
      this.faults,
      this.unreadable,
      options.timestampUnit,
    );
    if (this.#offsets.length > 0) keepLocalDates(candles.time, (i) => this.#offsets[i] ?? 0);
    const isReversed =
      options.order === undefined ? isNewestFirst(candles.time) : options.order === "newest_first";
    if (isReversed) {
      reverseRows(candles);
      const flipped = [...this.unreadable].map((index) => candles.length - 1 - index);
      this.unreadable.clear();
      for (const index of flipped) this.unreadable.add(index);
    }
    const isGuessed = layout.names === undefined && options.columns === undefined;
    if (isGuessed && this.faults.count === 0) refuseExchanged(candles, layout.fields.length);
    return {
      candles,
      format: csvFormatOf(layout, {
        delimiter: this.#delimiter,
        decimal: this.#decimal.mark,
        timestampUnit: unit,
        dateOrder: typeof dateOrder === "string" ? dateOrder : null,
        order: isReversed ? "newest_first" : "oldest_first",
        lacksZone: this.#lacksZone === true,
        isTurnover: !isGuessed || isTurnover(candles),
        options,
      }),
      rowOf: isReversed
        ? (index) => firstRow + candles.length - 1 - index
        : (index) => firstRow + index,
    };
  }

  /** Names the rows whose date the calendar does not have: that shows only once the order of the dates is known. */
  #nameLostDays(time: Float64Array, firstRow: number): void {
    for (let i = 0; i < time.length; i++) {
      if (!Number.isNaN(time[i]) || this.unreadable.has(i)) continue;
      this.unreadable.add(i);
      const problem = "timestamp is a day that the calendar does not have in this order";
      this.faults.add({ row: firstRow + i, column: "timestamp", problem });
    }
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
    this.#refuseLong(end - start, this.#row);
    if (this.#layout === undefined && !this.#isCandle(textOf(bytes, start, end))) return;
    if (start === end) {
      this.#blankRow ||= this.#row;
      return;
    }
    if (this.#blankRow > 0) {
      this.faults.add({ row: this.#blankRow, problem: "the row is blank" });
      this.#blankRow = 0;
    }
    const before = this.faults.count;
    const { fields } = this.#layout!;
    if (isQuoted || this.#decimal.isOpen) {
      this.#textFields(splitRecord(textOf(bytes, start, end), this.#delimiter), fields);
    } else this.#plainFields(bytes, start, end, fields);
    if (this.#isSplitTime) this.#textCell("time", `${this.#date} ${this.#timeOfDay}`);
    if (this.#options.adjusted === true) adjustPrices(this.#cells, this.#cells.adjustedClose);
    if (this.faults.count > before) this.unreadable.add(this.#columns.length);
    this.#columns.push(this.#cells);
  }

  /** Reads a record at the head of the file; true when it is a candle. */
  #isCandle(text: string): boolean {
    const { delimiter, decimal } = this.#options;
    if (this.#head.length === 0) {
      this.#delimiter = delimiter === undefined ? delimiterOf(text) : DELIMITERS[delimiter];
      this.#delimiterByte = this.#delimiter.charCodeAt(0);
      this.#decimal = new DecimalMark(decimal, this.#delimiter !== ",");
    }
    this.#head.push(splitRecord(text, this.#delimiter));
    this.#layout = detectLayout(this.#head, this.#options, false);
    if (this.#layout === undefined) return false;
    const { fields, headerRows } = this.#layout;
    this.#isSplitTime = fields.includes("timeOfDay");
    this.#columns = new CandleColumns(this.#capacity, fields.includes("turnover"));
    return this.#head.length > headerRows;
  }

  #plainFields(bytes: Uint8Array, start: number, end: number, fields: CsvFields): void {
    const delimiter = this.#delimiterByte;
    const point = this.#decimal.byte;
    const isSplitTime = this.#isSplitTime;
    let field = 0;
    let from = start;
    for (let i = start; i <= end; i++) {
      if (i < end && bytes[i] !== delimiter) continue;
      const cell = fields[field];
      if (cell !== undefined) {
        if (cell === "timeOfDay" || (cell === "time" && isSplitTime)) {
          this.#keepTime(cell, textOf(bytes, from, i));
        } else {
          const value = parseDecimal(bytes, from, i, point);
          const isSound = cell === "time" ? isRawTime(value) : value === value;
          if (isSound) this.#cells[cell] = value;
          else this.#textCell(cell, textOf(bytes, from, i));
        }
      }
      field += 1;
      from = i + 1;
    }
    this.#checkFieldCount(field, fields);
  }

  #textFields(texts: readonly string[], fields: CsvFields): void {
    if (this.#decimal.isOpen) {
      const numbers = texts.filter((_, i) => !isTime(fields[i]) && fields[i] !== undefined);
      this.#decimal.learn(numbers, this.#row);
    }
    for (const [i, text] of texts.entries()) {
      const cell = fields[i];
      if (cell === undefined) continue;
      if (cell === "timeOfDay" || (cell === "time" && this.#isSplitTime))
        this.#keepTime(cell, text);
      else this.#textCell(cell, text);
    }
    this.#checkFieldCount(texts.length, fields);
  }

  #keepTime(cell: "time" | "timeOfDay", text: string): void {
    if (cell === "time") this.#date = text.trim();
    else this.#timeOfDay = text.trim();
  }

  #textCell(cell: Exclude<CandleField, "timeOfDay">, text: string): void {
    const value = cell === "time" ? this.#rawTime(text.trim()) : this.#decimal.parse(text);
    this.#cells[cell] = value;
    if (value === value) return;
    const column = columnOf(cell);
    const expected = cell === "time" ? TIMESTAMP_EXPECTED : this.#decimal.expected;
    const problem = `${column} ${quoted(text)} is not ${expected}`;
    this.faults.add({ row: this.#row, column, text: text.slice(0, 64), problem });
  }

  /** A number as it stands, text as marked milliseconds; NaN for neither. */
  #rawTime(text: string): number {
    const number = this.#isSplitTime ? NaN : this.#decimal.parse(text);
    if (isRawTime(number)) return number;
    const told = this.#options.utcOffsetMinutes ?? 0;
    const time = parseDateText(text, told);
    if (time !== time) return time; // NaN
    this.#lacksZone ??= !hasZone(text);
    const offset = offsetMinutesOf(text, told);
    if (offset !== 0) this.#offsets[this.#columns.length] = offset;
    return time;
  }

  #checkFieldCount(found: number, fields: CsvFields): void {
    if (found === fields.length) return;
    const problem = `the row has ${found} fields, the header ${fields.length}`;
    this.faults.add({ row: this.#row, problem });
  }
}

function isTime(field: CandleField | undefined): boolean {
  return field === "time" || field === "timeOfDay";
}

function nonEmpty(head: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return head.length === 0 ? [[]] : head;
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
