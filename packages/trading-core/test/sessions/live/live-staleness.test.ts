/** A live session whose candles fall silent and go on. */
import { expect, test } from "vitest";

import { randomCandles } from "../../session/random-day.ts";
import { SERIES, until } from "../session-stage.ts";
import { createLiveStage, live } from "./live-stage.ts";

const CANDLES = randomCandles(10, 5);

test("a silence and its end are told once each, and an end that this process was not told comes with a candle in time", async () => {
  const { open, play, stream, events } = createLiveStage();
  const staleness = (): readonly string[] =>
    events.map(({ type }) => type).filter((type) => /stale|fresh/.test(type));
  const one = open();
  await one.start();
  const { id } = await one.create(live());
  await play(one, id, CANDLES.slice(0, 3));
  stream.setStale(SERIES, true);
  await until(async () => (await one.get(id)).staleSince !== null);
  stream.setStale(SERIES, false);
  await until(async () => (await one.get(id)).staleSince === null);
  expect(staleness()).toEqual(["session.stale", "session.fresh"]);

  stream.setStale(SERIES, true);
  await until(async () => (await one.get(id)).staleSince !== null);
  await one.close();
  stream.setStale(SERIES, false);
  const two = open();
  await two.start();
  await play(two, id, CANDLES.slice(3, 5));
  expect((await two.get(id)).staleSince).toBeNull();
  expect(staleness()).toEqual(["session.stale", "session.fresh", "session.stale", "session.fresh"]);
  await two.close();
});
