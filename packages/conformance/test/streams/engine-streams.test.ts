/** The streams of the trading core that need no network. */
import { candlesFromRows, EngineError } from "@bourse/backtest-engine/data";
import { candleStreamConformance, type StreamUnderTest } from "@bourse/conformance/streams";
import { createManualClock } from "@bourse/kernel";
import { createMemoryProvider } from "@bourse/trading-core/market-data";
import {
  createMemoryCandleStream,
  createPolledCandleStream,
  type StreamedCandle,
} from "@bourse/trading-core/streams";
import { describe, test } from "vitest";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const FIRST = START - 60 * MINUTE;
const HOLES = [3, 4];
const SERIES = { symbol: "BTCUSDT", interval: "1" } as const;

function candleAt(time: number): StreamedCandle | null {
  const slot = (time - START) / MINUTE;
  if (HOLES.includes(slot)) return null;
  return { time, open: 100, high: 120, low: 80, close: 100 + (slot % 10), volume: 2 };
}

function known(minutes: number): StreamedCandle[] {
  return Array.from({ length: minutes }, (_, at) => candleAt(FIRST + at * MINUTE)).filter(
    (candle) => candle !== null,
  );
}

const common = { ...SERIES, unknownSymbol: "NONEUSDT", candleAt };

function openMemory(): StreamUnderTest {
  const clock = createManualClock({ now: START });
  const stream = createMemoryCandleStream({ clock });
  stream.push(SERIES, known(60));
  stream.refuse({ ...SERIES, symbol: "NONEUSDT" }, "There is no such symbol.");
  const faults: string[] = [];
  return {
    ...common,
    stream,
    now: () => clock.now(),
    faults: ["duplicate", "correct"],
    meet: (...asked) => void faults.push(...asked),
    async pass(milliseconds) {
      const before = Math.floor(clock.now() / MINUTE);
      await clock.advance(milliseconds);
      for (let minute = before; minute < Math.floor(clock.now() / MINUTE); minute += 1) {
        const candle = candleAt(minute * MINUTE);
        if (candle === null) continue;
        const fault = faults.shift();
        if (fault === "correct") stream.push(SERIES, [{ ...candle, close: 119 }]);
        stream.push(SERIES, fault === "duplicate" ? [candle, candle] : [candle]);
      }
      await clock.advance(0);
    },
  };
}

function openPolled(): StreamUnderTest {
  const clock = createManualClock({ now: START });
  const { candles } = candlesFromRows(
    known(24 * 60).map(({ time: timestamp, ...numbers }) => ({ timestamp, ...numbers })),
  );
  const memory = createMemoryProvider({ series: [{ ...SERIES, candles }], clock });
  let failures = 0;
  const provider = {
    ...memory,
    candles: async (request: Parameters<typeof memory.candles>[0]) => {
      if (failures > 0) {
        failures -= 1;
        throw new EngineError("MARKET_DATA_UNAVAILABLE", "The source is not reached.");
      }
      return await memory.candles(request);
    },
  };
  return {
    ...common,
    stream: createPolledCandleStream({ provider, clock, random: () => 0.5 }),
    now: () => clock.now(),
    faults: ["cut"],
    meet: () => void (failures += 3),
    pass: (milliseconds) => clock.advance(milliseconds),
  };
}

describe("memory", () => {
  candleStreamConformance({ test, open: async () => openMemory() });
});

describe("polled", () => {
  candleStreamConformance({ test, open: async () => openPolled() });
});
