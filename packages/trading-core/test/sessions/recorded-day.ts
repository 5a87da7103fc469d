/** A day of the stand-in exchange, followed over its sockets with faults, and a stream that tells it again. */

import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";

import { candleAt, isHole, type Hole } from "../../../../test/world/exchange/series.ts";
import {
  openStreamWorld,
  START,
  type StreamWorld,
} from "../../../../test/world/exchange/stream-world.ts";
import { createBybitCandleStream } from "../../../adapters/exchange-bybit/src/index.ts";
import type { StreamedCandle } from "../../src/session/index.ts";
import type { CandleStream, StreamNews } from "../../src/streams/index.ts";
import { MINUTE } from "../session/random-day.ts";

export const WALK = "SOLUSDT";

/** Faults that the history mends before the next candle closes; `correct` and `silent` are for other tests. */
const FAULTS = "duplicate,delay,reorder,drop,cut,bad-json,other-shape,off-grid";

/** Opens the exchange, a quarter of whose closed candles meet a fault. */
export function openFaultyWorld(
  more: readonly string[] = [],
  start: number = START,
): Promise<StreamWorld> {
  const faults = ["--stream-failures", "0.25", "--stream-faults", FAULTS];
  return openStreamWorld(createBybitCandleStream, [...faults, ...more], start);
}

/** Series of the exchange. */
export interface MadeSeries {
  /** Open of the first candle. Default: the start of the day. */
  readonly start?: number;
  /** Length of a candle in milliseconds. Default: a minute. */
  readonly step?: number;
  /** Times without a candle. Default: none. */
  readonly holes?: readonly Hole[];
}

/** The first candles of the walk as the exchange makes them, less those in holes. */
export function madeCandles(
  count: number,
  { start = START, step = MINUTE, holes = [] }: MadeSeries = {},
): StreamedCandle[] {
  return Array.from({ length: count }, (_, i) => start + i * step)
    .filter((time) => !isHole(time, holes))
    .map((time) => {
      const { open, high, low, close, volume } = candleAt(WALK, step, time);
      return {
        time,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: Number(volume),
      };
    });
}

/**
 * Lets minutes pass, each only when what it brought is known: seconds pass by the clock for what waits for them, and
 * moments by the machine's own for what is on its way.
 */
export async function letMinutesPass(
  { clock, exchange }: StreamWorld,
  count: number,
  isKnown: (minutes: number) => boolean | Promise<boolean>,
): Promise<void> {
  for (let minute = 1; minute <= count; minute++) {
    await clock.advance(MINUTE - (clock.now() % MINUTE) + 50);
    for (let second = 0; ; second++) {
      exchange.sockets.update();
      for (let turns = 0; turns < 30 && !(await isKnown(minute)); turns++) await turn();
      if (await isKnown(minute)) break;
      if (second > 10) await sleep(5);
      if (second > 3000) throw new Error(`Minute ${minute} is not known.`);
      await clock.advance(1000);
    }
  }
}

/** Follows the market for so many minutes; resolves to all that was told. */
export async function recordNews(minutes: number): Promise<readonly StreamNews[]> {
  const world = await openFaultyWorld();
  const stopping = new AbortController();
  const news: StreamNews[] = [];
  let known = 0;
  const collect = async (): Promise<void> => {
    const series = { symbol: WALK, interval: "1", after: START - 1 } as const;
    for await (const each of world.stream.follow(series, stopping.signal)) {
      news.push(each);
      if (each.kind === "candle") known = (each.candle.time - START) / MINUTE + 1;
    }
  };
  const collected = collect();
  await letMinutesPass(world, minutes, (minute) => known >= minute);
  stopping.abort();
  await collected;
  await world.close();
  return news;
}

/** A stream that tells the news again to whoever follows, as fast as they are taken, and then falls silent. */
export function recordedStream(news: readonly StreamNews[]): CandleStream {
  return {
    exchange: "recorded",
    async *follow({ after }, signal) {
      for (const each of news) {
        if (signal.aborted) return;
        if (each.kind !== "candle" || each.candle.time > after) yield each;
      }
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve, { once: true });
        if (signal.aborted) resolve(undefined);
      });
    },
  };
}
