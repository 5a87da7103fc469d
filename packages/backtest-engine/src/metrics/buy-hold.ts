/**
 * Return of buying at the first close and holding to the last, a fraction: last close / first close − 1. The one
 * definition of buy and hold: of metrics, tear sheets and reports. `close` has at least one price.
 */
export function buyHoldReturn(close: Float64Array): number {
  return close.at(-1)! / close[0]! - 1;
}
