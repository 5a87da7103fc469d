/** The bound of the rows of a table, checked before they are read. */

import { EngineError } from "@bourse/backtest-engine/data";
import { integerOption, resolveOptions } from "@bourse/kernel";

/** Bounds of a columnar file. */
export interface TableLimits {
  /** Maximum number of rows, 1–20,000,000. Default 20,000,000. */
  readonly maxRows?: number;
}

/** Maximum number of rows: 20,000,000. */
const MAX_ROWS = 20_000_000;

/** Resolves the bounds that the function `owner` was given. @throws KernelError OPTION_INVALID */
export function resolveLimits(owner: string, limits: TableLimits): Required<TableLimits> {
  return resolveOptions<Required<TableLimits>>(owner, limits, {
    maxRows: integerOption({ min: 1, max: MAX_ROWS, default: MAX_ROWS }),
  });
}

/** Refuses a table of too many rows. @throws EngineError CANDLES_INVALID */
export function checkRowCount(
  kind: "Parquet" | "Arrow",
  rows: number,
  { maxRows }: Required<TableLimits>,
): void {
  if (rows >= 0 && rows <= maxRows) return;
  throw new EngineError(
    "CANDLES_INVALID",
    `This ${kind} file may have at most ${maxRows} rows; it has ${rows}.`,
    { details: {} },
  );
}

/**
 * Maximum number of rows of a file from elsewhere: real candles take more than a tenth of a byte each, whatever the
 * compression, and a file of fewer bytes was made to cost its reader time.
 */
export function rowsOfBytes(bytes: number): number {
  return 10_000 + 10 * bytes;
}
