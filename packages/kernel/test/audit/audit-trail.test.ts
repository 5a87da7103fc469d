import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import {
  auditEnds,
  auditRows,
  rowId,
  trailMemory,
  type AuditDocument,
} from "../../src/audit/audit-row.ts";
import {
  auditCollections,
  createAuditTrail,
  createManualClock,
  createMemoryStore,
  type AuditFacts,
  type AuditQuery,
  type AuditTrail,
  type AuditTrailOptions,
  type Store,
  type Transaction,
} from "../../src/index.ts";

const HOUR = 3_600_000;
const key = new Uint8Array(32).fill(7);

function openTrail(options: Partial<AuditTrailOptions> = {}) {
  const clock = createManualClock();
  const store = createMemoryStore({ collections: auditCollections });
  const trail = createAuditTrail({ store, clock, ...options });
  return { clock, store, trail };
}

async function record(trail: AuditTrail, ...facts: AuditFacts[]): Promise<void> {
  for (const one of facts) trail.append(one);
  await trail.flush();
}

const act = (n: number): AuditFacts => ({ action: `act.${n % 3}`, actor: `user:${n % 2}` });

test("facts that no store can hold are refused, and the rows after them are written", async () => {
  const { trail } = openTrail();
  const wrong: readonly object[] = [
    { outcome: 5n },
    { outcome: "fine" },
    { code: 5 },
    { subject: {} },
    { details: { amount: 5n } },
    { details: { list: [1] } },
  ];
  for (const facts of wrong) {
    expect(() => trail.append({ ...act(1), ...facts })).toThrow(
      expect.objectContaining({ code: "ARGUMENT_INVALID" }) as Error,
    );
  }
  const details = {
    left: undefined,
    kept: null,
    size: Number.NaN,
  } as unknown as AuditFacts["details"] & object;
  await record(trail, { ...act(2), details });
  const { items } = await trail.find();
  expect(items.map((row) => row.details)).toEqual([{ kept: null, size: null }]);
});

describe("an act that records itself", () => {
  test("has its row in the chain with the act, or neither", async () => {
    const { store, trail } = openTrail({ key });
    const notes = await store.transaction(async (tx) => {
      await trail.appendIn(tx, act(1));
      return "done";
    });
    await record(trail, act(2));
    await expect(
      store.transaction(async (tx) => {
        await trail.appendIn(tx, act(3));
        throw new Error("the act failed");
      }),
    ).rejects.toThrow("the act failed");
    await store.transaction((tx) => trail.appendIn(tx, act(4)));
    const { items } = await trail.find();
    expect(notes).toBe("done");
    expect(items.map(({ sequence, action }) => [sequence, action])).toEqual([
      [3, "act.1"],
      [2, "act.2"],
      [1, "act.1"],
    ]);
    expect(await trail.verify()).toMatchObject({ ok: true });
  });

  test("shares the chain with acts that are appended meanwhile, without a gap", async () => {
    const { store, trail } = openTrail({ key });
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? store.transaction((tx) => trail.appendIn(tx, act(n))) : record(trail, act(n)),
      ),
    );
    const { items } = await trail.find({ limit: 100 });
    expect(items.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, n) => 40 - n),
    );
    expect(await trail.verify()).toMatchObject({ ok: true });
  });
});

describe("a row", () => {
  test("says who, from where, what, the verdict and when, and holds the hash of the row before", async () => {
    const { clock, trail } = openTrail();
    await record(trail, { action: "login.succeeded", actor: "user:1", account: "1" });
    await clock.advance(5);
    await record(trail, {
      action: "transfer.sent",
      actor: "key:9",
      outcome: "refused",
      code: "INSUFFICIENT_FUNDS",
      address: "192.0.2.1",
      subject: "0xabc",
      details: { amount: "12" },
    });
    const { items } = await trail.find();
    expect(items).toEqual([
      {
        sequence: 2,
        at: clock.now(),
        action: "transfer.sent",
        actor: "key:9",
        outcome: "refused",
        code: "INSUFFICIENT_FUNDS",
        account: null,
        address: "192.0.2.1",
        subject: "0xabc",
        details: { amount: "12" },
        previous: items[1]?.hash,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      expect.objectContaining({ sequence: 1, outcome: "ok", code: null, previous: "0".repeat(64) }),
    ]);
  });

  test("with any text and any number is stored as its hash says", async () => {
    const text = fc.string({ unit: "binary", maxLength: 700 });
    const facts = fc.record({
      action: text,
      actor: text,
      subject: text,
      // The names of details are the program's own; the store takes no document with __proto__.
      details: fc.dictionary(
        text.filter((name) => name !== "__proto__"),
        fc.oneof(text, fc.double(), fc.boolean()),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { maxLength: 5 }), async (acts) => {
        const { trail } = openTrail();
        await record(trail, ...acts);
        expect(await trail.verify()).toMatchObject({ ok: true, rows: acts.length });
      }),
      { numRuns: rounds(25, 1000) },
    );
  });
});

describe("a search", () => {
  test("finds by action, actor, account, outcome and time, newest first, page by page", async () => {
    const { clock, trail } = openTrail();
    for (let n = 0; n < 60; n++) {
      const outcome = n % 5 === 0 ? "refused" : "ok";
      await record(trail, { ...act(n), account: String(n % 4), outcome });
      await clock.advance(1000);
    }
    const start = clock.now() - 60_000;
    const query = {
      action: "act.1",
      actor: "user:0",
      account: "0",
      from: start + 4000,
      to: start + 52_000,
      limit: 2,
    } as const;
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const page = await trail.find({ ...query, cursor });
      pages.push(page.items.map(({ sequence }) => sequence - 1));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(pages.flat()).toEqual([40, 28, 16, 4]);
    expect((await trail.find({ outcome: "refused", limit: 100 })).items).toHaveLength(12);
  });

  test("finds a thing, and words in any case in the texts of a row, page after page", async () => {
    const { trail } = openTrail();
    for (let n = 0; n < 40; n++) {
      const name = n % 4 === 0 ? "Bäcker 🚀" : "other";
      await record(trail, { ...act(n), subject: `key-${n % 10}`, details: { name, size: n } });
    }
    const all = async (query: AuditQuery): Promise<number[]> => {
      const pages: number[][] = [];
      let cursor: string | undefined;
      do {
        const page = await trail.find({ ...query, limit: 3, cursor });
        pages.push(page.items.map(({ sequence }) => sequence - 1));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return pages.flat();
    };
    expect(await all({ subject: "key-7" })).toEqual([37, 27, 17, 7]);
    expect(await all({ q: "bÄCKER 🚀" })).toEqual([36, 32, 28, 24, 20, 16, 12, 8, 4, 0]);
    expect(await all({ q: "bäcker", subject: "key-6" })).toEqual([36, 16]);
    expect(await all({ q: "39" })).toEqual([39]);
    expect(await all({ q: "nowhere" })).toEqual([]);
  });

  test("refuses a cursor that it has not given out", async () => {
    const { trail } = openTrail();
    await expect(trail.find({ cursor: "x" })).rejects.toMatchObject({
      code: "STORE_CURSOR_INVALID",
    });
  });

  test("refuses a cursor that it gave out under other filters, those of no index included", async () => {
    const { trail } = openTrail();
    for (let row = 0; row < 3; row += 1) trail.append({ action: "a", actor: "user:1" });
    await trail.flush();
    const query = { actor: "user:1", limit: 1 };
    const cursor = (await trail.find(query)).next!;
    expect((await trail.find({ ...query, cursor })).items).toMatchObject([{ sequence: 2 }]);
    const others = [{ outcome: "ok" }, { action: "a" }, { from: 0 }, { actor: undefined }];
    for (const other of [...others, { q: "a" }, { subject: "a" }]) {
      const search = { ...query, ...other, cursor } as Parameters<typeof trail.find>[0];
      await expect(trail.find(search)).rejects.toMatchObject({ code: "STORE_CURSOR_INVALID" });
    }
  });
});

describe("verification", () => {
  const rows = 12;
  const changes: readonly [string, (row: AuditDocument) => AuditDocument][] = [
    ["time", (row) => ({ ...row, at: row.at + 1 })],
    ["actor", (row) => ({ ...row, actor: "user:other" })],
    ["outcome", (row) => ({ ...row, outcome: "failed" })],
    ["details", (row) => ({ ...row, details: { amount: "0" } })],
    ["hash", (row) => ({ ...row, hash: "f".repeat(64) })],
  ];

  async function filled(options: Partial<AuditTrailOptions> = {}) {
    const opened = openTrail(options);
    const acts = Array.from({ length: rows }, (_, n) => ({ ...act(n), details: { amount: "5" } }));
    await record(opened.trail, ...acts);
    return opened;
  }

  test.each(changes)("tells the row whose %s was changed", async (_field, change) => {
    for (const sequence of [1, 6, rows]) {
      const { store, trail } = await filled();
      const found = await store.get(auditRows, rowId(sequence));
      await store.replace(auditRows, change(found!.value), found!.version);
      expect(await trail.verify()).toMatchObject({
        ok: false,
        fault: expect.stringContaining(`Row ${sequence} was changed`) as string,
      });
    }
  });

  test.each([1, 6, rows])("tells that row %i was removed", async (sequence) => {
    const { store, trail } = await filled();
    await store.delete(auditRows, rowId(sequence));
    expect((await trail.verify()).ok).toBe(false);
  });

  test("tells that the newest rows were removed together with their place at the head", async () => {
    const { store, trail } = await filled();
    const noted = (await trail.verify()).head;
    const before = (await store.get(auditRows, rowId(rows - 1)))!.value;
    const ends = (await store.get(auditEnds, "ends"))!;
    await store.delete(auditRows, rowId(rows));
    await store.replace(auditEnds, { ...ends.value, head: before }, ends.version);
    expect((await trail.verify()).ok).toBe(true);
    expect((await trail.verify(noted)).fault).toContain(`Row ${rows} was noted`);
  });

  test("with a key tells a chain that was written anew without it", async () => {
    const forged = await filled();
    const trail = createAuditTrail({ store: forged.store, key });
    expect((await forged.trail.verify()).ok).toBe(true);
    expect((await trail.verify()).fault).toContain("Row 1 was changed");
    const { trail: own } = await filled({ key });
    expect(await own.verify()).toMatchObject({ ok: true, rows });
  });
});

describe("retention", () => {
  test("removes the oldest rows, keeps the last hash of them as anchor, and the chain still holds", async () => {
    const { trail } = openTrail({ maxRows: 1000 });
    for (let n = 0; n < 1300; n++) trail.append(act(n));
    await trail.flush();
    expect(await trail.verify()).toMatchObject({ ok: true, rows: 1000, removed: 300 });
    expect((await trail.find({ limit: 1 })).items[0]?.sequence).toBe(1300);
  });
});

describe("refused strangers", () => {
  const attempt = (address: string): AuditFacts => ({
    action: "login.failed",
    actor: "anonymous",
    outcome: "refused",
    code: "INVALID_CREDENTIALS",
    address,
  });

  test("fill 60 rows an hour from one network, and are counted beyond", async () => {
    const { clock, trail } = openTrail();
    await record(trail, ...Array.from({ length: 500 }, (_, n) => attempt(`2001:db8::${n}`)));
    expect((await trail.find({ limit: 1000 })).items).toHaveLength(60);
    await clock.advance(HOUR);
    await record(trail, act(1));
    expect((await trail.find({ action: "audit.strangers" })).items).toMatchObject([
      { details: { attempts: 440 } },
    ]);
  });

  test("fill 600 rows an hour from everywhere, whatever else is recorded in full", async () => {
    const { trail } = openTrail();
    const addresses = Array.from({ length: 2000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
    await record(trail, ...addresses.map(attempt), act(1));
    expect((await trail.find({ action: "login.failed", limit: 1000 })).items).toHaveLength(600);
    expect((await trail.find({ action: "act.1" })).items).toHaveLength(1);
  });
});

describe("a store that cannot be written", () => {
  /** A store whose transactions fail while `isFull`. */
  function fullStore() {
    const inner = createMemoryStore({ collections: auditCollections });
    const state = { isFull: false };
    const store: Store = {
      ...inner,
      get: inner.get.bind(inner),
      find: inner.find.bind(inner),
      transaction: async <R>(work: (tx: Transaction) => Promise<R>): Promise<R> => {
        if (state.isFull) throw new Error("ENOSPC");
        return await inner.transaction(work);
      },
    };
    return { store, state };
  }

  test("loses no row: they wait and are written in order, and the fault is told once", async () => {
    const { store, state } = fullStore();
    const faults: unknown[] = [];
    const { trail } = openTrail({ store, onFault: (error) => faults.push(error) });
    await record(trail, act(1));
    state.isFull = true;
    await record(trail, act(2));
    await record(trail, act(3));
    expect((await trail.find()).items).toHaveLength(1);
    state.isFull = false;
    await record(trail, act(4));
    expect((await trail.find()).items.map(({ action }) => action)).toEqual(
      [4, 3, 2, 1].map((n) => act(n).action),
    );
    expect(faults).toHaveLength(1);
    expect((await trail.verify()).ok).toBe(true);
  });

  test("makes at most 10,000 rows wait, and the number of lost ones is a row", async () => {
    const { store, state } = fullStore();
    const { trail } = openTrail({ store });
    state.isFull = true;
    for (let n = 0; n < 10_020; n++) trail.append(act(n));
    await trail.flush();
    state.isFull = false;
    await trail.flush();
    expect((await trail.find({ action: "audit.lost" })).items).toMatchObject([
      { outcome: "failed", details: { rows: 20 } },
    ]);
  });

  test("keeps the chain whole under any order of faults", async () => {
    const steps = fc.array(fc.record({ isFull: fc.boolean(), acts: fc.nat(5) }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { store, state } = fullStore();
        const { trail } = openTrail({ store });
        let total = 0;
        for (const { isFull, acts } of given) {
          state.isFull = isFull;
          for (let n = 0; n < acts; n++) trail.append(act(total++));
          await trail.flush();
        }
        state.isFull = false;
        await trail.flush();
        expect(await trail.verify()).toMatchObject({ ok: true, rows: total });
      }),
      { numRuns: rounds(25, 1000) },
    );
  });
});

describe("a trail of which every row and the head were deleted", () => {
  async function removed() {
    const opened = openTrail({ key });
    await opened.clock.advance(Date.UTC(2026, 0, 15) - opened.clock.now());
    await record(opened.trail, act(1), act(2));
    const { store } = opened;
    const { items } = await store.find(auditRows);
    for (const { value } of items) await store.delete(auditRows, value.id);
    await store.delete(auditEnds, "ends");
    return opened;
  }

  test("is missed: the store remembers that it had one", async () => {
    const { trail } = await removed();
    expect(await trail.verify()).toMatchObject({
      ok: false,
      rows: 0,
      fault: expect.stringMatching(/has had a trail since 2026-01-15.*was removed/) as string,
    });
  });

  test("is still missed when another one has begun in its place", async () => {
    const { store, clock, trail } = await removed();
    await clock.advance(HOUR);
    await record(trail, act(3));
    await record(createAuditTrail({ store, clock, key }), act(4));
    expect(await trail.verify()).toMatchObject({
      ok: false,
      rows: 2,
      fault: expect.stringMatching(/began at 2026-01-15T01:00.*earlier one was removed/) as string,
    });
  });

  test("is no fault of a store that never had one, and an older trail is remembered from its next row on", async () => {
    const { store, trail } = openTrail();
    expect(await trail.verify()).toMatchObject({ ok: true, rows: 0 });
    await record(trail, act(1));
    await store.delete(trailMemory, "audit");
    expect(await trail.verify()).toMatchObject({ ok: true, rows: 1 });
    await record(trail, act(2));
    expect(await trail.verify()).toMatchObject({ ok: true, rows: 2 });
    expect((await store.get(trailMemory, "audit"))?.value.begunAnew).toBeNull();
  });
});
