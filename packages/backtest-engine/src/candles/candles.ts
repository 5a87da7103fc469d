/**
 * Candles in columns: one typed array per field, 48 bytes per candle.
 *
 * Prices and quantities are float64 by design; amounts of money are exact decimals only at the broker.
 */
export interface Candles {
  /** Number of candles. */
  readonly length: number;
  /** Open times in milliseconds UTC, strictly increasing. */
  readonly time: Float64Array;
  /** Price of the first trade in each candle, in quote units. */
  readonly open: Float64Array;
  /** Highest price in each candle, in quote units. */
  readonly high: Float64Array;
  /** Lowest price in each candle, in quote units. */
  readonly low: Float64Array;
  /** Price of the last trade in each candle, in quote units. */
  readonly close: Float64Array;
  /** Traded volume in base units. */
  readonly volume: Float64Array;
  /** Traded value in quote units; absent where the source does not report it. */
  readonly turnover?: Float64Array;
}
