/** A position that is held. */
export interface OpenPosition {
  /** Side that is held. */
  readonly side: "long" | "short";
  /** Quantity in base units, of a future in contracts, above 0. */
  readonly quantity: number;
  /** Index of the candle of the first entry. */
  readonly entryIndex: number;
  /** Entry price after slippage; the mean of all entries. */
  readonly entryPrice: number;
  /** Fees of the entries and borrowing costs, for the quantity still held, in the quote currency. */
  readonly fees: number;
  /** Funding paid less received for the quantity still held, in the quote currency; absent without funding rates. */
  readonly funding?: number;
}
