/** The stream of Binance on the stand-in exchange. */
import { candleStreamConformance } from "@bourse/conformance/streams";
import { createBinanceCandleStream } from "@bourse/exchange-binance";
import type { SocketProblem } from "@bourse/exchange-http/sockets";
import { describe, expect, test } from "vitest";

import { listen } from "../../../../test/world/exchange/listen.ts";
import { openStreamWorld } from "../../../../test/world/exchange/stream-world.ts";

describe.each(["spot", "perpetual"] as const)("%s", (market) => {
  candleStreamConformance({
    test,
    open: () => openStreamWorld((at) => createBinanceCandleStream({ ...at, market })),
  });
});

async function open(flags: readonly string[] = []) {
  const problems: SocketProblem[] = [];
  const world = await openStreamWorld(
    (at) => createBinanceCandleStream({ ...at, onProblem: (problem) => problems.push(problem) }),
    flags,
  );
  return { world, problems };
}

describe("the stream of Binance", () => {
  test("a connection whose end is announced is replaced, and that is no problem", async () => {
    const { world, problems } = await open();
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ sources }) => sources.includes("stream"));
    world.exchange.sockets.shutDown();
    await followed.until(() => world.exchange.sockets.opened === 2);
    const before = followed.times.length;
    await followed.until(({ sources }) => sources.slice(before).includes("stream"));
    expect(problems).toEqual([]);
    await followed.stop();
  });

  test("the exchange's pings are answered, so that one connection lasts", async () => {
    const { world } = await open();
    const followed = listen(world, "BTCUSDT");
    await followed.until(({ times }) => times.length >= 8);
    expect(world.exchange.sockets.opened).toBe(1);
    expect(new Set(followed.sources.slice(1))).toEqual(new Set(["stream"]));
    await followed.stop();
  });

  test("a refused subscription is told, and the series goes on by history", async () => {
    const { world, problems } = await open(["--refused", "ETHUSDT"]);
    const followed = listen(world, "ETHUSDT");
    await followed.until(({ sources }) => sources.length >= 2);
    expect(followed.sources).not.toContain("stream");
    expect(problems[0]).toMatchObject({ kind: "subscription", exchange: "binance" });
    await followed.stop();
  });
});
