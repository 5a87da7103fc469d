/** A candle stream on the stand-in exchange, whose time a test lets pass. */

import { setImmediate as turn } from "node:timers/promises";

import type {
  StreamFaultName,
  StreamUnderTest,
} from "../../../packages/conformance/src/streams/index.ts";
import { createManualClock, type ManualClock } from "../../../packages/kernel/src/index.ts";
import type { ConnectedCandleStream } from "../../../packages/trading-core/src/streams/index.ts";
import { behaviourOf } from "./behaviour.ts";
import { STREAM_FAULTS } from "./candle-sockets.ts";
import { candleAt, isHole } from "./series.ts";
import { openExchange, type ExchangeServer } from "./server.ts";

export const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

export interface StreamWorld extends StreamUnderTest {
  readonly exchange: ExchangeServer;
  readonly clock: ManualClock;
  meet(...faults: readonly StreamFaultName[]): void;
  close(): Promise<void>;
}

/** Opens the exchange with the flags of its command at a time, and a stream on it that is made with its addresses. */
export async function openStreamWorld(
  create: (at: {
    readonly origin: string;
    readonly streamOrigin: string;
    readonly clock: ManualClock;
    readonly random: () => number;
  }) => ConnectedCandleStream,
  flags: readonly string[] = [],
  start = START,
): Promise<StreamWorld> {
  const clock = createManualClock({ now: start });
  const behaviour = behaviourOf(flags);
  const exchange = await openExchange(behaviour, () => clock.now());
  const stream = create({
    origin: exchange.url,
    streamOrigin: exchange.url.replace("http", "ws"),
    clock,
    random: () => 0.5,
  });
  return {
    exchange,
    clock,
    stream,
    symbol: "BTCUSDT",
    interval: "1",
    unknownSymbol: "NONEUSDT",
    now: () => clock.now() + behaviour.clockAheadMilliseconds,
    async pass(milliseconds) {
      await clock.advance(milliseconds);
      exchange.sockets.update();
      // What was sent arrives in the next turns; what does not is waited for by the next step.
      for (let turns = 0; turns < 20; turns += 1) await turn();
    },
    candleAt(time) {
      if (isHole(time, behaviour.holes)) return null;
      const { turnover: _turnover, ...texts } = candleAt("BTCUSDT", MINUTE, time);
      const { open, high, low, close, volume } = texts;
      return {
        time,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: Number(volume),
      };
    },
    faults: STREAM_FAULTS,
    meet: (...faults) => void exchange.sockets.next.push(...faults),
    async close() {
      await stream.close();
      await exchange.close();
    },
  };
}
