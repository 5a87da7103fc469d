/** A venue on a clock of its own: candles that are told with faults of a seed, and a history that lags and fails. */

import { candlesFromRows, EngineError } from "@bourse/backtest-engine";
import { createManualClock, seededRandom, type ManualClock } from "@bourse/kernel";
import {
  createLinkedCandleStream,
  type CandleStream,
  type LinkListener,
  type StreamedCandle,
} from "@bourse/trading-core/streams";

const MINUTE = 60_000;
export const START = Date.UTC(2026, 0, 5);
const HOLE = { from: 31, to: 36 };

export interface SimulatedVenue {
  readonly clock: ManualClock;
  readonly stream: CandleStream;
  /** Candles that the venue makes up to so many minutes after the start. */
  made(minutes: number): StreamedCandle[];
  /** Lets minutes pass, each told with the faults that the seed brings. */
  run(minutes: number): Promise<void>;
}

export function openSimulatedVenue(seed: number): SimulatedVenue {
  const clock = createManualClock({ now: START });
  const random = seededRandom(seed);
  const listeners = new Set<LinkListener>();
  const aheadMilliseconds = random.below(2) * 1_500;
  const now = (): number => clock.now() + aheadMilliseconds;
  const made = (minutes: number): StreamedCandle[] =>
    Array.from({ length: minutes }, (_, minute) => minute)
      .filter((minute) => minute < HOLE.from || minute >= HOLE.to)
      .map((minute) => candleOf(seed, minute));
  const stream = createLinkedCandleStream({
    exchange: "simulated",
    clock,
    random: () => random.next(),
    time: async () => now(),
    history: () => ({
      async candles({ startTime = START }) {
        if (random.next() < 0.2) throw new EngineError("MARKET_DATA_UNAVAILABLE", "Not reached.");
        const closed = Math.floor((now() - START) / MINUTE) - random.below(2);
        const rows = made(Math.max(0, closed)).filter(({ time }) => time >= startTime);
        const { candles } = candlesFromRows(
          rows.map(({ time: timestamp, ...numbers }) => ({ timestamp, ...numbers })),
        );
        const sourceTime = Math.floor(now() / 1_000) * 1_000;
        return { candles, exchange: "simulated", source: "live", sourceTime, warnings: [] };
      },
    }),
    link: {
      join(_, listener) {
        listeners.add(listener);
        listener.onConnect();
        return { renew: () => listener.onConnect(), leave: () => listeners.delete(listener) };
      },
      close: async () => listeners.clear(),
    },
  });
  const tell = (candle: StreamedCandle, isClosed: boolean, venueTime: number): void => {
    for (const each of listeners) each.onCandle({ candle, isClosed, venueTime });
  };
  const late: (() => void)[] = [];
  const meet = (candle: StreamedCandle): void => {
    const venueTime = candle.time + MINUTE + 20;
    const told = (): void => tell(candle, true, venueTime);
    switch (random.below(9)) {
      case 0:
        return;
      case 1:
        late.push(told);
        return;
      case 2:
        told();
        break;
      case 3:
        tell({ ...candle, close: candle.open }, true, venueTime - 10);
        break;
      case 4:
        tell({ ...candle, time: candle.time + 7_000 }, true, venueTime);
        break;
      case 5:
        for (const each of listeners) each.onConnect();
        return;
      default:
    }
    told();
    if (random.below(2) === 0) for (const each of late.splice(0)) each();
  };
  return {
    clock,
    stream,
    made,
    async run(minutes) {
      for (let left = minutes; left > 0; left -= 1) {
        await clock.advance(MINUTE);
        const minute = Math.round((clock.now() - START) / MINUTE) - 1;
        if (minute < HOLE.from || minute >= HOLE.to) meet(candleOf(seed, minute));
        tell(candleOf(seed, minute + 1), false, now());
      }
    },
  };
}

function candleOf(seed: number, minute: number): StreamedCandle {
  const open = 100 + ((minute * 7 + seed) % 13);
  const close = 100 + ((minute * 7 + 7 + seed) % 13);
  const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1];
  return { time: START + minute * MINUTE, open, high, low, close, volume: 1 + (minute % 5) };
}
