/** A stream that tells a list of candles as fast as they are taken, each in time, and then falls silent. */

import type { StreamedCandle } from "../../src/session/index.ts";
import type { CandleStream } from "../../src/streams/index.ts";

export function listedStream(candles: readonly StreamedCandle[]): CandleStream {
  return {
    exchange: "listed",
    async *follow({ after }, signal) {
      for (const candle of candles) {
        if (candle.time <= after) continue;
        if (signal.aborted) return;
        yield { kind: "candle", candle, source: "stream", lateMilliseconds: 0 };
      }
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve, { once: true });
        if (signal.aborted) resolve(undefined);
      });
    },
  };
}
