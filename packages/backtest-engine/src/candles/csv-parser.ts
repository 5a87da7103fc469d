// Byte reads below are within the buffer's bounds, so `!` only tells the checker what the loop bounds say.

/** The parser behind the CSV readers: bytes in, in pieces of any size; columns and faults out. */

import { CandleColumns, type CandleCells } from "./candle-columns.ts";
import { CandleFaults, quoted } from "./candle-faults.ts";
import type { CandleField } from "./candle-format.ts";
import type { Candles } from "./candles.ts";
import { isTurnover, refuseExchanged } from "./check-column-order.ts";
import { DecimalMark } from "./csv-decimal.ts";
import { DELIMITERS, type CsvFormat, type CsvFormatOptions } from "./csv-format.ts";
import { CsvHead, isRemark, type CsvStart } from "./csv-head.ts";
import { columnOf, type CsvFields } from "./csv-header.ts";
import type { CsvLayout } from "./csv-layout.ts";
import { findRecordEnd, splitRecord } from "./csv-record.ts";
import { csvFormatOf } from "./describe-csv.ts";
import { parseDateText, refuseUndecided, settleDates } from "./parse-date-text.ts";
import { parseDecimal, parseDecimalText, textOf } from "./parse-decimal.ts";
import { TIMESTAMP_EXPECTED } from "./parse-timestamp.ts";
import { zoneProblem } from "./plain-date.ts";
import { RowNumbers } from "./row-numbers.ts";
import { adjustPrices, isNewestFirst, reverseRows } from "./row-order.ts";
import { keepRows, pickRows } from "./row-policy.ts";
import { RowZones } from "./row-zones.ts";
import { SymbolRows } from "./symbol-rows.ts";
import { joined, Utf8Input } from "./text-encoding.ts";
import { isRawTime, settleTimes } from "./timestamp-unit.ts";

const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const HASH = 35;
const SLASH = 47;
const SEMICOLON = 59;
const ZERO = 48;
const NINE = 57;
/** A row of a candle file is some hundred bytes; past this it is none. */
const MAXIMUM_RECORD_BYTES = 65_536;

export class CsvParser {
  readonly faults: CandleFaults = new CandleFaults();
  /** Candles with a cell that could not be read: already named. */
  unreadable: Set<number> = new Set();
  /** Lines below the header that are none of a table: remarks, and the header again. */
  readonly passed: CandleFaults = new CandleFaults();
  readonly #options: CsvFormatOptions;
  readonly #input: Utf8Input;
  #rest: Uint8Array = new Uint8Array(0);
  readonly #head: CsvHead;
  #start: CsvStart | undefined;
  readonly #rows = new RowNumbers();
  readonly #symbols = new SymbolRows();
  readonly #zones: RowZones;
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
  /** Row number of a blank line that nothing has followed yet. */
  #blankRow = 0;
  readonly #capacity: number;
  readonly #cells: CandleCells & { adjustedClose: number } = { ...emptyCells(), adjustedClose: 0 };

  /** `expectedBytes` sizes the columns beforehand: a row has about 60. */
  constructor(expectedBytes: number, options: CsvFormatOptions) {
    this.#options = options;
    this.#zones = new RowZones(options);
    this.#capacity = Math.ceil(expectedBytes / 40);
    this.#input = new Utf8Input(options.encoding);
    this.#head = new CsvHead(options);
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
   * The candles that stay under the policies, not yet checked against each other, oldest first; the format that they
   * were read in; the row of each candle; and the number of rows that only repeated another.
   *
   * @throws EngineError CANDLES_INVALID when there is no header, or what the file means cannot be told
   */
  finish(): {
    readonly candles: Candles;
    readonly format: CsvFormat;
    readonly rowOf: (index: number) => number;
    readonly duplicates: number;
    readonly timeZone: string;
  } {
    this.#take(this.#input.finish());
    this.#consume(this.#rest, true);
    if (this.#start === undefined) this.#begin(this.#head.finish());
    const options = this.#options;
    const layout = this.#layout!; // set by the beginning
    const raw = this.#columns.finish();
    const { dateOrder, unit } = this.#settleTimes(raw);
    const { picked, note } = this.#symbols.pick(raw.time, options.symbol, this.#rowOf);
    const { faults, unreadable } = this;
    const rows = { candles: raw, unreadable, faults, rowOf: this.#rowOf };
    const { kept, duplicates } = keepRows(rows, options, picked);
    const candles = kept === undefined ? raw : pickRows(raw, kept);
    const placeOf = (index: number): number => kept?.[index] ?? index;
    if (kept !== undefined) this.#keepFaults(kept);
    this.#zones.fileDates(candles.time, placeOf);
    const isReversed =
      options.order === undefined ? isNewestFirst(candles.time) : options.order === "newest_first";
    const flip = (index: number): number => (isReversed ? candles.length - 1 - index : index);
    if (isReversed) {
      reverseRows(candles);
      this.unreadable = new Set([...this.unreadable].map(flip));
    }
    const isGuessed = layout.names === undefined && options.columns === undefined;
    if (isGuessed && faults.count === 0) refuseExchanged(candles, layout.fields.length);
    return {
      candles,
      duplicates,
      format: csvFormatOf(layout, {
        delimiter: this.#delimiter,
        decimal: this.#decimal.mark,
        timestampUnit: unit,
        dateOrder,
        order: isReversed ? "newest_first" : "oldest_first",
        lacksZone: this.#zones.lacksZone === true,
        isTurnover: !isGuessed || isTurnover(candles),
        options,
        linesAbove: (this.#start?.row ?? 1) - 1,
        zones: [...this.#zones.names],
        encoding: this.#input.encoding ?? "utf-8",
        notes: [...(note === undefined ? [] : [note]), ...this.#zones.notes(this.#rowOf)],
      }),
      timeZone: this.#zones.nameOf(candles.length, placeOf),
      rowOf: (index) => this.#rowOf(placeOf(flip(index))),
    };
  }

  readonly #rowOf = (index: number): number => this.#rows.at(index);

  /** Turns the times into milliseconds UTC in place. @throws EngineError CANDLES_INVALID */
  #settleTimes({ time, open, high, low, close }: Candles) {
    const options = this.#options;
    const isWhole = (column: Float64Array): boolean =>
      column.every((price) => Number.isInteger(price) || price !== price);
    if (this.#decimal.isOpen && this.#delimiter === "," && ![open, high, low, close].every(isWhole))
      this.#decimal.decide("point");
    this.#decimal.refuseIfOpen(this.faults, time.length);
    const dateOrder = settleDates(time, options.dateOrder);
    if (typeof dateOrder === "object" && dateOrder !== null) {
      refuseUndecided(dateOrder, this.#rowOf(dateOrder.index), this.faults, time.length);
      throw new Error("unreachable"); // an undecided date is a fault
    }
    this.#nameLostDays(time);
    const zones = this.#zones;
    const hadText = zones.lacksZone !== undefined;
    const unit = settleTimes(time, this.#rowOf, this.faults, this.unreadable, {
      ...(options.timestampUnit !== undefined && { told: options.timestampUnit }),
      isLenient: options.badRows === "skip",
      utcOffsetMinutes: zones.told,
    });
    if (unit === "iso" && !hadText) zones.lacksZone = true;
    zones.settle(time, {
      areNumbersLocal: unit === "iso",
      order: options.order,
      rowOf: this.#rowOf,
      seriesOf: (index) => this.#symbols.seriesOf(index),
      faults: this.faults,
      unreadable: this.unreadable,
    });
    return { dateOrder, unit };
  }

  /** Gives the rows with faults the indexes that they have among those that are kept. */
  #keepFaults(kept: readonly number[]): void {
    const { unreadable } = this;
    if (unreadable.size === 0) return;
    this.unreadable = new Set(
      kept.flatMap((index, place) => (unreadable.has(index) ? [place] : [])),
    );
  }

  /** Names the rows whose date the calendar does not have: that shows only once the order of the dates is known. */
  #nameLostDays(time: Float64Array): void {
    for (let i = 0; i < time.length; i++) {
      if (!Number.isNaN(time[i]) || this.unreadable.has(i)) continue;
      this.unreadable.add(i);
      const problem = "timestamp is a day that the calendar does not have in this order";
      this.faults.add({ row: this.#rowOf(i), column: "timestamp", problem });
    }
  }

  #consume(bytes: Uint8Array, final: boolean): number {
    let start = 0;
    let quote = bytes.indexOf(QUOTE);
    while (start < bytes.length) {
      let end = bytes.indexOf(10, start);
      const isQuoted =
        quote >= 0 && (end < 0 || quote < end) && this.#row >= (this.#options.skipRows ?? 0);
      if (isQuoted) end = findRecordEnd(bytes, start);
      if (end < 0 && !final) break;
      const stop = end < 0 ? bytes.length : end;
      const trimmed = stop > start && bytes[stop - 1] === CARRIAGE_RETURN ? stop - 1 : stop;
      this.#record(bytes, start, trimmed, isQuoted);
      start = stop + 1;
      if (quote >= 0 && quote < start) quote = bytes.indexOf(QUOTE, start);
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
    if (this.#blankRow > 0) this.#nameBlankRows();
    if (bytes[start]! > NINE || bytes[start]! < ZERO) {
      const reason = this.#reasonToPass(bytes, start, end);
      if (reason !== undefined) return this.passed.add({ row: this.#row, problem: reason });
    }
    const before = this.faults.count;
    const { fields, symbolColumn } = this.#layout!;
    if (isQuoted || (this.#decimal.isOpen && this.#delimiter !== ",")) {
      this.#textFields(splitRecord(textOf(bytes, start, end), this.#delimiter), fields);
    } else this.#plainFields(bytes, start, end, fields);
    const index = this.#columns.length;
    if (symbolColumn >= 0) {
      const cells = splitRecord(textOf(bytes, start, end), this.#delimiter);
      this.#symbols.add(index, cells[symbolColumn]?.trim() ?? "");
    }
    if (this.#isSplitTime) this.#textCell("time", `${this.#date} ${this.#timeOfDay}`);
    if (this.#options.adjusted === true) adjustPrices(this.#cells, this.#cells.adjustedClose);
    if (this.faults.count > before) this.unreadable.add(index);
    this.#rows.add(index, this.#row);
    this.#columns.push(this.#cells);
  }

  #nameBlankRows(): void {
    for (let row = this.#blankRow; row < this.#row; row++) {
      this.faults.add({ row, problem: "the row is blank" });
    }
    this.#blankRow = 0;
  }

  /** The reason for which a line is none of the table; undefined for a row. */
  #reasonToPass(bytes: Uint8Array, start: number, end: number): string | undefined {
    const isLikeHeader = this.#start?.header.some((line) => line.length === end - start) ?? false;
    const first = bytes[start];
    if (!isLikeHeader && first !== HASH && first !== SLASH && first !== SEMICOLON) return undefined;
    const text = textOf(bytes, start, end);
    if (isRemark(text, this.#delimiter)) return "the line is a remark";
    return this.#start?.header.includes(text) === true ? "the header stands here again" : undefined;
  }

  /** Reads a record at the head of the file; true when it is a candle. */
  #isCandle(text: string): boolean {
    const { skipRows = 0, delimiter } = this.#options;
    if (this.#row <= skipRows || text.trim() === "") return false;
    const told = delimiter === undefined ? undefined : DELIMITERS[delimiter];
    if (isRemark(text, told) && !text.startsWith(";")) return false;
    const start = this.#head.take(text, this.#row);
    if (start !== undefined) this.#begin(start);
    return start?.isCandle ?? false;
  }

  #begin(start: CsvStart): void {
    const { layout, delimiter } = start;
    this.#start = start;
    this.#layout = layout;
    this.#delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
    this.#decimal = new DecimalMark(this.#options.decimal, delimiter !== ",");
    this.#isSplitTime = layout.fields.includes("timeOfDay");
    this.#columns = new CandleColumns(this.#capacity, layout.fields.includes("turnover"));
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
    if (field !== fields.length) {
      const texts = splitRecord(textOf(bytes, start, end), this.#delimiter);
      this.#checkFieldCount(texts, fields);
    }
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
    this.#checkFieldCount(texts, fields);
  }

  #keepTime(cell: "time" | "timeOfDay", text: string): void {
    if (cell === "time") this.#date = text.trim();
    else this.#timeOfDay = text.trim();
  }

  #textCell(cell: Exclude<CandleField, "timeOfDay">, text: string): void {
    const value =
      cell === "time" ? this.#rawTime(text.trim()) : this.#decimal.parse(text, isQuantity(cell));
    this.#cells[cell] = value;
    if (value === value) return;
    const column = columnOf(cell);
    const expected = cell === "time" ? TIMESTAMP_EXPECTED : this.#decimal.expected;
    const what = cell === "time" ? zoneProblem(text) : "";
    const problem = `${column} ${quoted(text)} is not ${expected}${what}`;
    this.faults.add({ row: this.#row, column, text: text.slice(0, 64), problem });
  }

  /** A number as it stands, text as marked milliseconds; NaN for neither. */
  #rawTime(text: string): number {
    const number = this.#isSplitTime ? NaN : parseDecimalText(text, this.#decimal.mark === "comma");
    if (isRawTime(number)) return number;
    const time = parseDateText(text, this.#zones.told);
    if (time === time) this.#zones.take(this.#columns.length, text); // no NaN
    return time;
  }

  /** Names a row of other fields than the header's; empty ones at its end are none. */
  #checkFieldCount(texts: readonly string[], fields: CsvFields): void {
    const found = texts.length;
    if (found === fields.length) return;
    if (found > fields.length && texts.slice(fields.length).every((text) => text.trim() === ""))
      return;
    const problem = `the row has ${found} fields, the header ${fields.length}`;
    this.faults.add({ row: this.#row, problem });
  }
}

function isTime(field: CandleField | undefined): boolean {
  return field === "time" || field === "timeOfDay";
}

function isQuantity(cell: CandleField): boolean {
  return cell === "volume" || cell === "turnover";
}

function emptyCells(): CandleCells {
  return { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, turnover: 0 };
}
