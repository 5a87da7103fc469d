/** The check of the rows that stay, and the statement of those that do not. */

import { CandleFaults, type SkippedRows } from "./candle-faults.ts";
import { checkRows } from "./check-rows.ts";
import { adviceFor, type RawRows, type RowPolicies } from "./row-policy.ts";

/** Rows of a file that are not among its candles. */
export interface LeftOutRows {
  /**
   * Rows that are no candle: those that the policy skips, and of a text file remarks and repeated headers below the
   * header. The first 20 are listed.
   */
  readonly skipped: SkippedRows;
  /** Rows that the policy for duplicates left out. */
  readonly duplicates: {
    /** Number of them. */
    readonly count: number;
  };
}

/**
 * Checks the rows that the policies keep. Returns those that were skipped.
 *
 * @throws EngineError CANDLES_INVALID that names the faults and the options with which the file can be read; also when
 * every row would be skipped
 */
export function checkKept(
  { candles, unreadable, faults, rowOf }: RawRows,
  policies: RowPolicies,
): SkippedRows {
  const isSkipping = policies.badRows === "skip";
  if (isSkipping && candles.length === 0) faults.throwIfAny(0);
  const left = isSkipping ? new CandleFaults() : faults;
  const hasFaults = left.count > 0;
  checkRows(candles, left, rowOf, unreadable, policies.allowNegativePrices);
  if (left.count > 0) {
    left.throwIfAny(candles.length, adviceFor(candles, unreadable, hasFaults, policies));
  }
  return faults.skipped;
}

/** Sentences on the rows that were left out. */
export function leftOutSentences({ count, rows }: SkippedRows, duplicates: number): string[] {
  const made: string[] = [];
  if (count > 0) {
    const named = rows.slice(0, 3).map(({ row, reason }) => `row ${row} (${reason})`);
    const more = count > named.length ? `, and ${count - named.length} more` : "";
    made.push(
      `${count === 1 ? "1 row was" : `${count} rows were`} skipped: ${named.join(", ")}${more}.`,
    );
  }
  if (duplicates > 0) {
    made.push(
      `${duplicates === 1 ? "1 row was" : `${duplicates} rows were`} left out: another row has the same time.`,
    );
  }
  return made;
}
