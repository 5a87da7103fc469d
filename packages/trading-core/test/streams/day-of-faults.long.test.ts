/** Days of one-minute candles under the faults of a venue and of its history, by seed. */
import type { StreamedCandle } from "@bourse/trading-core/streams";
import { expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { openSimulatedVenue, START } from "./simulated-venue.ts";

const SEEDS = rounds(40, 400);

/** Follows a venue for so many minutes, and an hour longer, in which what is late is told. */
async function follow(seed: number, minutes: number) {
  const venue = openSimulatedVenue(seed);
  const stopping = new AbortController();
  const told: StreamedCandle[] = [];
  const corrected = new Map<number, StreamedCandle>();
  const collect = async (): Promise<void> => {
    const series = { symbol: "BTCUSDT", interval: "1", after: START - 1 } as const;
    for await (const news of venue.stream.follow(series, stopping.signal)) {
      if (news.kind === "candle") told.push(news.candle);
      if (news.kind === "correction") corrected.set(news.candle.time, news.candle);
    }
  };
  const collected = collect();
  await venue.run(minutes);
  await venue.clock.advance(30 * 60_000);
  stopping.abort();
  await collected;
  const read = told.map((candle) => corrected.get(candle.time) ?? candle);
  return { read: read.slice(0, venue.made(minutes).length), made: venue.made(minutes) };
}

test("a whole day of one-minute candles is the venue's own, each once and in order", async () => {
  const { read, made } = await follow(7, 1_440);
  expect(read).toEqual(made);
});

test("so is an hour of each of many seeds", async () => {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const { read, made } = await follow(seed, 60);
    expect(read, `seed ${seed}`).toEqual(made);
  }
});
