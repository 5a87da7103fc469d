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

/** Number of faults that an error names; all are counted. */
const NAMED_FAULTS = 20;

/** Gathers the faults of a source, so that one error names them together. */
export class CandleFaults {
  #count = 0;
  #named: CandleFault[] = [];

  get count(): number {
    return this.#count;
  }

  add(fault: CandleFault): void {
    this.#count += 1;
    this.#named.push(fault);
    // Cells are read before rows are compared, so faults do not come in row order; only the first are kept.
    if (this.#named.length === 2 * NAMED_FAULTS) this.#named = this.#first();
  }

  /**
   * Nothing when there is no fault.
   *
   * @throws EngineError CANDLES_INVALID, details {count, rows}: `rows` holds the first 20 faults in row order
   */
  throwIfAny(candleCount: number): void {
    if (this.#count === 0) return;
    const rows = this.#first();
    const more = this.#count - rows.length;
    const listed = rows.map(sentence).join("; ");
    throw new EngineError(
      "CANDLES_INVALID",
      `${this.#count} ${this.#count === 1 ? "fault" : "faults"} in ${candleCount} candles: ${listed}` +
        `${more === 0 ? "" : `; and ${more} more`}. Correct these rows or take them out.`,
      { details: { count: this.#count, rows } },
    );
  }

  #first(): CandleFault[] {
    return this.#named.toSorted((a, b) => a.row - b.row).slice(0, NAMED_FAULTS);
  }
}

/** Text as a fault may quote it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}

function sentence(fault: CandleFault): string {
  return `row ${fault.row}: ${fault.problem}`;
}
