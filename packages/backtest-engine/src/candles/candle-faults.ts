import { EngineError } from "../errors.ts";

/** One row that breaks a rule. */
export interface CandleFault {
  /** Row number in the source, from 1: in a CSV file the header is row 1 and the first candle row 2. */
  readonly row: number;
  /** Name of the column; absent for a fault of the whole row. */
  readonly column?: string;
  /** Text of the cell, cut to 64 characters; absent for a fault of the whole row. */
  readonly text?: string;
  /** Description of the fault, without the row number. */
  readonly problem: string;
}

/** A row of a file that is not among its candles. */
export interface SkippedRow {
  /** Row number in the file, from 1; in a text file that of its line. */
  readonly row: number;
  /** Reason in a sentence's words, without the row number. */
  readonly reason: string;
}

/** Rows of a file that are not among its candles, without those that only repeat another. */
export interface SkippedRows {
  /** Number of all of them. */
  readonly count: number;
  /** The first 20 in the order of the file. */
  readonly rows: readonly SkippedRow[];
}

/** Number of faults that an error names; all are counted. */
const NAMED_FAULTS = 20;

/** Gathers the faults of a source, so that one error names them together. */
export class CandleFaults {
  /** True once a price below 0 was named: a mistake in most files, and the truth in those of spreads and rates. */
  hasBelow0 = false;
  #count = 0;
  #named: CandleFault[] = [];
  #rowCount = 0;
  /** The first fault of each row. */
  #rows: CandleFault[] = [];
  #lastRow = 0;

  get count(): number {
    return this.#count;
  }

  /** The rows that have a fault: those of one row are added one after the other. */
  get skipped(): SkippedRows {
    const rows = first(this.#rows).map(({ row, problem }) => ({ row, reason: problem }));
    return { count: this.#rowCount, rows };
  }

  add(fault: CandleFault): void {
    this.#count += 1;
    this.#named.push(fault);
    // Cells are read before rows are compared, so faults do not come in row order; only the first are kept.
    if (this.#named.length === 2 * NAMED_FAULTS) this.#named = first(this.#named);
    if (fault.row === this.#lastRow) return;
    this.#lastRow = fault.row;
    this.#rowCount += 1;
    this.#rows.push(fault);
    if (this.#rows.length === 2 * NAMED_FAULTS) this.#rows = first(this.#rows);
  }

  /**
   * Nothing when there is no fault. `advice` ends the sentence on what to do.
   *
   * @throws EngineError CANDLES_INVALID, details {count, rows}: `rows` holds the first 20 faults in row order
   */
  throwIfAny(candleCount: number, advice = ""): void {
    if (this.#count === 0) return;
    const rows = first(this.#named);
    const more = this.#count - rows.length;
    const listed = rows.map(sentence).join("; ");
    const way = this.hasBelow0 ? ', or take prices below 0 by option "allowNegativePrices"' : "";
    throw new EngineError(
      "CANDLES_INVALID",
      `${this.#count} ${this.#count === 1 ? "fault" : "faults"} in ${candleCount} candles: ${listed}` +
        `${more === 0 ? "" : `; and ${more} more`}. Correct these rows or take them out${advice}${way}.`,
      { details: { count: this.#count, rows } },
    );
  }
}

/** The first of some faults by their rows. */
function first(faults: readonly CandleFault[]): CandleFault[] {
  return faults.toSorted((a, b) => a.row - b.row).slice(0, NAMED_FAULTS);
}

/** The rows of two lists as one. */
export function joinSkipped(one: SkippedRows, two: SkippedRows): SkippedRows {
  if (two.count === 0) return one;
  const rows = [...one.rows, ...two.rows].toSorted((a, b) => a.row - b.row);
  return { count: one.count + two.count, rows: rows.slice(0, NAMED_FAULTS) };
}

/** Text as a fault may quote it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}

function sentence(fault: CandleFault): string {
  return `row ${fault.row}: ${fault.problem}`;
}
