/** Memory of a node when strangers announce more accounts than it has room for. */

import { createManualClock, createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { toAddress, type Address } from "../../src/address.ts";
import type { Announcement } from "../../src/identity/port.ts";
import { createIdentity } from "../../src/index.ts";
import { AnnouncementBook } from "../../src/peers/books/announcement-book.ts";
import { announcements, peerCollections } from "../../src/peers/collections.ts";
import { resolvePeerOptions } from "../../src/peers/options.ts";

const clock = createManualClock();
const wallet = (number: number): Address =>
  toAddress(`0x${number.toString(16).padStart(40, "0")}`, "wallet");

function announced(number: number, more: Partial<Announcement> = {}): Announcement {
  return {
    address: wallet(number),
    peerId: `peer ${number}`,
    kemId: 32,
    encryptionKey: `0x${"1".repeat(64)}`,
    sequence: 1,
    notAfter: clock.now() + 1e9,
    revoked: false,
    signature: `0x${"2".repeat(130)}`,
    ...more,
  };
}

function bookOf(bounds: { readonly max: number; readonly maxPerSource: number }) {
  const store = createMemoryStore({ collections: peerCollections });
  const identity = createIdentity();
  const settings = resolvePeerOptions("test", { identity, store, clock });
  const make = (): AnnouncementBook =>
    new AnnouncementBook(settings, (announcement) => ({ good: true, announcement }), bounds);
  return { book: make(), again: make, store };
}

const heard = (source: string) => ({ source, isProved: false });
const proved = { source: null, isProved: true };

describe("an announcement book", () => {
  test("keeps of one source only its part: what it invents pushes out its own, never another's", async () => {
    const { book, store } = bookOf({ max: 100, maxPerSource: 10 });
    expect(await book.take(announced(1), heard("honest"))).toBe("new");
    for (let number = 1000; number < 1200; number++) {
      expect(await book.take(announced(number), heard("mallory"))).toBe("new");
    }
    expect(book.newest(wallet(1))).toBeDefined();
    expect(book.latest(1000)).toHaveLength(11);
    expect(await store.count(announcements)).toBe(11);
  });

  test("takes a new recipient although invented accounts fill it, and keeps those that prove themselves", async () => {
    const { book } = bookOf({ max: 50, maxPerSource: 10 });
    await book.take(announced(1), proved);
    await book.take(announced(2), heard("honest"));
    for (let source = 0; source < 20; source++) {
      for (let number = 0; number < 10; number++) {
        await book.take(announced(1000 + source * 10 + number), heard(`mallory ${source}`));
      }
    }
    expect(book.latest(1000)).toHaveLength(50);
    expect(await book.take(announced(3), proved)).toBe("new");
    expect(await book.take(announced(4), heard("other"))).toBe("new");
    for (const number of [1, 2, 3, 4]) expect(book.newest(wallet(number))).toBeDefined();
  });

  test("evicts the proved recipient that was idle longest when it holds no unproved one", async () => {
    const { book } = bookOf({ max: 3, maxPerSource: 3 });
    for (const number of [1, 2, 3]) await book.take(announced(number), proved);
    book.use(wallet(1));
    expect(await book.take(announced(4), proved)).toBe("new");
    const known = [1, 2, 3, 4].map((number) => book.newest(wallet(number)) !== undefined);
    expect(known).toEqual([true, false, true, true]);
  });

  test("never evicts a recipient that this node seals to for one that it only heard of", async () => {
    const { book } = bookOf({ max: 10, maxPerSource: 10 });
    await book.take(announced(1), heard("mallory"));
    book.use(wallet(1));
    for (let number = 100; number < 140; number++) {
      await book.take(announced(number), heard("mallory"));
    }
    expect(book.newest(wallet(1))).toBeDefined();
    expect(book.latest(1000).length).toBeLessThanOrEqual(11);
  });

  test("knows after a restart who had proved itself, and of whom it had heard the others", async () => {
    const { book, again } = bookOf({ max: 5, maxPerSource: 2 });
    await book.take(announced(1), proved);
    for (const number of [10, 11]) await book.take(announced(number), heard("mallory"));
    const second = again();
    await second.load();
    for (const number of [12, 13]) await second.take(announced(number), heard("mallory"));
    const known = [1, 10, 11, 12, 13].map((number) => second.newest(wallet(number)) !== undefined);
    expect(known).toEqual([true, false, false, true, true]);
  });

  test("a peer that was only heard of is proved by its own word, and stays", async () => {
    const { book } = bookOf({ max: 10, maxPerSource: 2 });
    await book.take(announced(1), heard("mallory"));
    expect(await book.take(announced(1), proved)).toBe("known");
    for (const number of [10, 11, 12]) await book.take(announced(number), heard("mallory"));
    expect(book.newest(wallet(1))).toBeDefined();
  });
});
