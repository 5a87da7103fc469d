import { finiteOrNull } from "./returns.ts";

/**
 * Return of buying at the first close and holding to the last, a fraction: last close / first close − 1. The one
 * definition of buy and hold: of metrics, tear sheets and reports. Null for a first close of 0 or below. `close` has at
 * least one price.
 */
export function buyHoldReturn(close: Float64Array): number | null {
  return close[0]! > 0 ? finiteOrNull(close.at(-1)! / close[0]! - 1) : null;
}
