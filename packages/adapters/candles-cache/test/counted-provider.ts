import {
  EngineError,
  sliceCandles,
  joinCandles,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine/data";
import { createManualClock, type Clock } from "@bourse/kernel";
import {
  createMemoryProvider,
  createSimulatedProvider,
  type CandleProvider,
  type CandleRequest,
} from "@bourse/trading-core/market-data";

export interface CountedProvider extends CandleProvider {
  readonly requests: readonly CandleRequest[];
  /** Opens of all candles given so far, as often as they were given. */
  readonly given: readonly number[];
  /** Lets requests fail after the next `passes` ones. */
  fail(times: number, passes?: number): void;
}

/** An exchange that counts what it is asked for and gives. */
export function countedProvider(
  clock: Clock,
  interval: Interval,
  candles: Candles,
  intervals?: readonly Interval[],
): CountedProvider {
  const series = [{ symbol: "BTCUSDT", interval, candles }];
  const memory = createMemoryProvider({ exchange: "bybit", clock, series });
  const requests: CandleRequest[] = [];
  const given: number[] = [];
  let [failures, passing] = [0, 0];
  return {
    exchange: "bybit",
    ...(intervals && { intervals }),
    requests,
    given,
    fail: (times, passes = 0) => {
      [failures, passing] = [times, passes];
    },
    async candles(request) {
      requests.push(request);
      if (passing > 0) passing -= 1;
      else if (failures > 0) {
        failures -= 1;
        throw new EngineError("MARKET_DATA_UNAVAILABLE", "bybit is down.");
      }
      const reply = await memory.candles(request);
      given.push(...reply.candles.time);
      return reply;
    },
    symbols: (signal) => memory.symbols(signal),
  };
}

/** `count` candles up to `end`, without those whose index `isHole` tells. */
export async function candlesUntil(
  end: number,
  interval: Interval,
  count: number,
  isHole: (index: number) => boolean = () => false,
): Promise<Candles> {
  const simulated = createSimulatedProvider({ clock: createManualClock({ now: end }) });
  const { candles } = await simulated.candles({ symbol: "BTCUSDT", interval, limit: count });
  const kept: Candles[] = [];
  for (let index = 0; index < candles.length; index += 1) {
    if (!isHole(index)) kept.push(sliceCandles(candles, index, index + 1));
  }
  return joinCandles(kept);
}
