import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { Listener, serve } from "./support.ts";

const KIB = "x".repeat(1000);

/** Bytes outside the heap that are still in use: here are the frames. */
function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().external;
}

test("a client that does not read costs at most 16 MiB, is closed with 1013, and harms nobody", async () => {
  const { url, emit, fanOut } = await serve({ capacity: 10 });
  const stalled = await new Listener(`${url}/ws`).heard(1);
  const well = await new Listener(`${url}/ws`).heard(1);
  stalled.socket.pause();
  // What earlier tests of this process held may be let go of meanwhile.
  let lowest = bytesInUse();
  let peak = 0;
  let told = 0;
  while (fanOut.counters().closedAsSlow === 0 && told < 60_000) {
    for (let index = 0; index < 500; index++) emit(`${++told} ${KIB}`);
    await well.heard(1 + told);
    const bytes = bytesInUse();
    lowest = Math.min(lowest, bytes);
    peak = Math.max(peak, bytes - lowest);
  }
  expect(fanOut.counters()).toMatchObject({ closedAsSlow: 1 });
  // The limit is 4 MiB of unsent bytes, looked at every half mebibyte.
  expect(peak).toBeGreaterThan(3 * 1024 * 1024);
  expect(peak).toBeLessThan(16 * 1024 * 1024);
  stalled.socket.resume();
  expect([1013, 1006]).toContain(await stalled.closed);
  emit("end");
  await well.until((all) => all.at(-1)?.data === "end");
  expect(fanOut.counters().clients).toBe(1);
}, 60_000);

test("a client that takes nothing for 10 s is closed with 1013", async () => {
  const clock = createManualClock();
  const { url, emit, fanOut } = await serve({ fanOut: { clock, hardLimitBytes: 2 ** 30 } });
  const client = await new Listener(`${url}/ws`).heard(1);
  const witness = await new Listener(`${url}/ws`).heard(1);
  client.socket.pause();
  for (let index = 0; index < 12_000; index++) emit(KIB);
  // What the witness has heard, the other one has been sent.
  await witness.heard(12_001);
  await clock.advance(9000);
  expect(fanOut.counters().closedAsSlow).toBe(0);
  await clock.advance(2000);
  expect(fanOut.counters().closedAsSlow).toBe(1);
});

test("of what replaces each other a slow client gets the newest only, in order with the rest", async () => {
  const { url, emit } = await serve({
    capacity: 1,
    fanOut: {
      softLimitBytes: 1024,
      hardLimitBytes: 2 ** 30,
      conflateBy: ({ type, data }) =>
        type === "stats" ? `stats ${String((data as number[])[0])}` : undefined,
    },
  });
  const client = await new Listener(`${url}/ws`).heard(1);
  const witness = await new Listener(`${url}/ws`).heard(1);
  client.socket.pause();
  // More than the system takes for a client that does not read.
  for (let index = 0; index < 16_000; index++) emit(KIB);
  await witness.heard(16_001);
  for (let index = 1; index <= 100; index++) {
    emit([1, index], "stats");
    emit([2, index], "stats");
    emit(index, "count");
  }
  await witness.until((all) => all.at(-1)?.data === 100);
  client.socket.resume();
  await client.until((all) => all.at(-1)?.data === 100);
  expect(client.dataOf("count")).toHaveLength(100);
  expect(client.dataOf("stats")).toEqual([
    [1, 100],
    [2, 100],
  ]);
  expect(client.messages.slice(-3).map(({ type }) => type)).toEqual(["stats", "stats", "count"]);
  expect(client.dataOf("tick")).toHaveLength(16_000);
}, 30_000);

test("a client that answers no ping is cut at the next one", async () => {
  const clock = createManualClock();
  const { url, fanOut } = await serve({ fanOut: { clock } });
  const dead = await new Listener(`${url}/ws`, { autoPong: false }).heard(1);
  const alive = await new Listener(`${url}/ws`).heard(1);
  const ponged = new Promise((resolve) => alive.socket.once("ping", resolve));
  const pinged = new Promise((resolve) => dead.socket.once("ping", resolve));
  await clock.advance(30_000);
  await Promise.all([ponged, pinged]);
  alive.say({ type: "ping" });
  // The pong of the protocol has arrived when the answer to the later message is there.
  await alive.heard(2);
  await clock.advance(30_000);
  expect(await dead.closed).toBe(1006);
  expect(fanOut.counters().clients).toBe(1);
});
