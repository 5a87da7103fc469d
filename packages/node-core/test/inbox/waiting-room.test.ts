import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { toAddress, type Address } from "../../src/address.ts";
import { WaitingRoom } from "../../src/inbox/waiting-room.ts";

const wallet = (number: number): Address =>
  toAddress(`0x${number.toString(16).padStart(40, "0")}`, "wallet");

function room(): { readonly room: WaitingRoom; readonly advance: (ms: number) => Promise<void> } {
  const clock = createManualClock();
  const bounds = { maxBytes: 100, maxCount: 10, maxBytesPerSender: 40, maxCountPerSender: 4 };
  return {
    room: new WaitingRoom({ clock, waitMilliseconds: 1000, ...bounds }),
    advance: async (milliseconds) => clock.advance(milliseconds),
  };
}

test("a share waits until it is proved, or until the wait is over", async () => {
  const { room: waiting, advance } = room();
  const [one, two] = [waiting.wait("1", wallet(1), 10), waiting.wait("2", wallet(1), 10)];
  expect(waiting.bytes).toBe(20);
  waiting.proved("1");
  expect(await one).toBe(true);
  await advance(1000);
  expect(await two).toBe(false);
  expect(waiting.bytes).toBe(0);
});

test("one sender has at most its own part of the room", async () => {
  const { room: waiting } = room();
  void waiting.wait("1", wallet(1), 30);
  expect(await waiting.wait("2", wallet(1), 11)).toBe(false);
  for (const id of ["3", "4", "5"]) void waiting.wait(id, wallet(1), 1);
  expect(await waiting.wait("6", wallet(1), 1)).toBe(false);
  expect(waiting.bytes).toBe(33);
});

test("in a full room the longest wait of the largest sender ends, whoever comes", async () => {
  const { room: waiting } = room();
  const honest = waiting.wait("honest", wallet(9), 10);
  const first = waiting.wait("1", wallet(1), 20);
  void waiting.wait("2", wallet(1), 20);
  void waiting.wait("3", wallet(2), 35);
  void waiting.wait("4", wallet(3), 30);
  expect(await first).toBe(false);
  expect(waiting.bytes).toBeLessThanOrEqual(100);
  waiting.proved("honest");
  expect(await honest).toBe(true);
});

test("a room that is full by number turns out the sender of the most shares, not an honest one of many bytes", async () => {
  const { room: waiting } = room();
  const honest = waiting.wait("honest", wallet(99), 40);
  const crowd = [1, 2, 3].flatMap((sender) =>
    [1, 2, 3].map((number) => waiting.wait(`${sender}:${number}`, wallet(sender), 1)),
  );
  const next = waiting.wait("fresh", wallet(4), 1);
  expect(await crowd[0]).toBe(false);
  waiting.proved("honest");
  waiting.proved("fresh");
  expect([await honest, await next]).toEqual([true, true]);
});

test("fresh identities together have no more of the room than its bounds", () => {
  const { room: waiting } = room();
  for (let sender = 1; sender <= 100; sender++) {
    void waiting.wait(String(sender), wallet(sender), 20);
    expect(waiting.bytes).toBeLessThanOrEqual(100);
  }
  expect(waiting.bytes).toBe(100);
});
