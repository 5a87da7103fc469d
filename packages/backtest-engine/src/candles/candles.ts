/**
 * Candles in columns: one typed array a field, 48 bytes a candle.
 *
 * Prices and quantities are float64 by design (design rule 8); exact money begins at the broker.
 */
export interface Candles {
  readonly length: number;
  /** Milliseconds since the Unix epoch, UTC, of each candle's open; strictly increasing. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** In base units. */
  readonly volume: Float64Array;
  /** In quote units, where the source gives it. */
  readonly turnover?: Float64Array;
}
