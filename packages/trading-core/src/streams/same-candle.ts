/** The comparison of two readings of a candle. */

import type { StreamedCandle } from "./port.ts";

/** True when all numbers of two readings are equal. */
export function sameCandle(one: StreamedCandle, other: StreamedCandle): boolean {
  return (
    one.time === other.time &&
    one.open === other.open &&
    one.high === other.high &&
    one.low === other.low &&
    one.close === other.close &&
    one.volume === other.volume
  );
}
