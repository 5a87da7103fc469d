import type { BookedAction } from "./corporate-actions.ts";
import type { DetailUse } from "./detail.ts";
import type { OpenPosition } from "./open-position.ts";
import type { TradeList } from "./trades.ts";

/** The result of a simulation. Money is in the quote currency. */
export interface SimulationResult {
  /** Cash at the start, in the quote currency. */
  readonly initialCapital: number;
  /** Equity after the last candle, in the quote currency. */
  readonly finalCapital: number;
  /** Fees of every fill, those of an open position's entry included, in the quote currency. */
  readonly feesPaid: number;
  /** Funding paid less received, that of an open position included, in the quote currency; 0 without funding rates. */
  readonly fundingPaid: number;
  /** Closed trades in the order of their exits. */
  readonly trades: TradeList;
  /** Account value at the close of each candle, after its fills, in the quote currency. */
  readonly equity: Float64Array;
  /** True if a position was still held when the candles ended, whatever `finalPosition` did with it. */
  readonly openAtEnd: boolean;
  /** The position that `finalPosition: "keep"` left open, valued at the last close in `equity`; else null. */
  readonly openPosition: OpenPosition | null;
  /** Candles that the finer ones of `detail` have simulated, and those without; absent in a run without it. */
  readonly detail?: DetailUse;
  /**
   * Positions that were closed at the open of the first candle after a session whose last candle is missing; absent in
   * a run without `flatByClose`.
   */
  readonly lateCloses?: number;
  /**
   * Entries that were not filled since their price was 0 or below and what was asked is a fraction of it: a size other
   * than `{ units }`, a stop, a target, a trailing stop or a profit step. Absent in a run without
   * `allowNegativePrices`.
   */
  readonly rejectedEntries?: number;
  /** Dividends, splits and rolls that met a position, oldest first; absent in a run without them. */
  readonly actions?: readonly BookedAction[];
}
