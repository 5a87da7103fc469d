/** The stream of Bybit on the stand-in exchange. */
import { candleStreamConformance } from "@bourse/conformance/streams";
import { createBybitCandleStream } from "@bourse/exchange-bybit";
import type { SocketProblem } from "@bourse/exchange-http/sockets";
import { describe, expect, test } from "vitest";

import { listen } from "../../../../test/world/exchange/listen.ts";
import { openStreamWorld, START } from "../../../../test/world/exchange/stream-world.ts";

const MINUTE = 60_000;

describe.each(["spot", "linear"] as const)("%s", (market) => {
  candleStreamConformance({
    test,
    open: () => openStreamWorld((at) => createBybitCandleStream({ ...at, market })),
  });
});

async function open(flags: readonly string[] = []) {
  const problems: SocketProblem[] = [];
  const world = await openStreamWorld(
    (at) => createBybitCandleStream({ ...at, onProblem: (problem) => problems.push(problem) }),
    flags,
  );
  return { world, problems };
}

describe("the stream of Bybit", () => {
  test("a candle is told by the socket as it closes, and by history what the socket leaves out", async () => {
    const { world } = await open();
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ sources }) => sources.filter((each) => each === "stream").length >= 2);
    world.meet("drop");
    const before = followed.sources.length;
    await followed.until(({ sources }) => sources.length > before);
    expect(followed.sources[before]).toBe("history");
    await followed.stop();
  });

  test("messages that cannot be read are counted and told", async () => {
    const { world, problems } = await open();
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ sources }) => sources.includes("stream"));
    world.meet("bad-json", "other-shape");
    await followed.until(() => problems.length >= 2);
    expect(problems).toMatchObject([
      { kind: "message", count: 1 },
      { kind: "message", count: 2, exchange: "bybit" },
    ]);
    expect(problems[0]?.text).toContain("{not json");
    await followed.stop();
  });

  test("a socket that is silent but answers heartbeats is told as stale and replaced", async () => {
    const { world } = await open();
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ sources }) => sources.includes("stream"));
    world.meet("silent");
    await followed.until(({ kinds }) => kinds.includes("fresh"));
    expect(followed.kinds.filter((kind) => kind !== "candle")).toEqual(["clock", "stale", "fresh"]);
    expect(world.exchange.sockets.opened).toBe(2);
    await followed.stop();
  });

  test("a refused subscription is told, and the series goes on by history", async () => {
    const { world, problems } = await open(["--refused", "ETHUSDT"]);
    const one = listen(world, "BTCUSDT");
    const other = listen(world, "ETHUSDT");
    await one.until(({ sources }) => sources.includes("stream"));
    await other.until(({ sources }) => sources.length >= 2);
    expect(other.sources).not.toContain("stream");
    expect(problems[0]).toMatchObject({ kind: "subscription" });
    expect(world.exchange.sockets.opened, "one socket for all").toBe(1);
    await Promise.all([one.stop(), other.stop()]);
  });

  test("the exchange's clock is measured, and decides which candles have closed", async () => {
    const { world } = await open(["--clock-ahead-milliseconds", "1500"]);
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ sources }) => sources.includes("stream"));
    const clock = followed.news.find(({ kind }) => kind === "clock");
    expect(clock).toMatchObject({ kind: "clock" });
    expect(clock?.kind === "clock" && clock.offsetMilliseconds).toBeGreaterThan(400);
    await followed.stop();
  });

  test("maintenance is a hole: no candle is made up, and those behind it are told", async () => {
    const from = START + 2 * MINUTE;
    const hole = ["--hole-from", String(from), "--hole-to", String(from + 5 * MINUTE)];
    const { world } = await open(hole);
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ times }) => times.length >= 4);
    expect(followed.times.slice(0, 4).map((time) => (time - START) / MINUTE)).toEqual([0, 1, 7, 8]);
    expect(followed.kinds).toContain("stale");
    await followed.stop();
  });

  test("a connection is replaced before it is a day old, and no candle is missed", async () => {
    const { world } = await open(["--life-milliseconds", String(5 * MINUTE)]);
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ times }) => times.length >= 12);
    expect(followed.times.map((time) => (time - START) / MINUTE)).toEqual([
      ...followed.times.keys(),
    ]);
    expect(world.exchange.sockets.opened).toBeGreaterThan(2);
    await followed.stop();
  });
});
