import type { Candles } from "@bourse/backtest-engine/data";
import { createManualClock } from "@bourse/kernel";

import { createCandleCache, type CandleCache, type CandleCacheOptions } from "../src/index.ts";
import { candlesUntil, countedProvider } from "./counted-provider.ts";

export const HOUR = 3_600_000;
export const NOW = Date.UTC(2026, 10, 20, 10, 30);
export const REQUEST = { symbol: "BTCUSDT", interval: "60", limit: 20 } as const;
export const FILE = "bybit-BTCUSDT-60.candles";
export const hourly = await candlesUntil(NOW + 5 * HOUR, "60", 500);
export const closed = hourly.time.filter((time) => time + HOUR <= NOW);

/** A cache over the series `hourly` as of {@link NOW}, with everything that is behind it. */
export function setUp(
  directory: string,
  options: Partial<CandleCacheOptions> = {},
  candles: Candles = hourly,
) {
  const clock = createManualClock({ now: NOW });
  const provider = countedProvider(clock, "60", candles);
  const warned: string[] = [];
  const reopen = (): CandleCache =>
    createCandleCache({
      directory,
      provider,
      clock,
      warn: (message) => warned.push(message),
      ...options,
    });
  return { clock, provider, warned, reopen, cache: reopen() };
}
