import { cp, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemoryStore, type Store } from "@bourse/kernel";
import { openStore, storeWatermark } from "@bourse/store";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import {
  createOutbox,
  dropHeld,
  heldEntries,
  holdEntries,
  outboxCollections,
  releaseHeld,
  type Outbox,
  type OutboxFailure,
} from "../src/index.ts";

/** One process of a server: it delivers what waits and ends. */
interface Run {
  readonly store: Store;
  readonly outbox: Outbox<string>;
  readonly post: (payload: string) => Promise<void>;
  readonly failures: OutboxFailure[];
}

let folder = "";
let sent: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bourse-outbox-"));
  sent = [];
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

async function run(act: (run: Run) => Promise<void>, place = folder): Promise<void> {
  const url = `sqlite:${join(place, "data", "auth.db")}`;
  const store = await openStore(url, { collections: outboxCollections });
  const failures: OutboxFailure[] = [];
  const outbox = open(store, { watermark: storeWatermark(url)!, failures });
  const post = async (payload: string): Promise<void> => {
    const entry = await outbox.prepare(payload);
    await store.transaction((tx) => outbox.add(tx, entry));
  };
  try {
    await act({ store, outbox, post, failures });
  } finally {
    await outbox.close();
    await store.close();
  }
}

function open(
  store: Store,
  { failures, ...given }: { watermark?: Watermark; failures: OutboxFailure[] },
): Outbox<string> {
  return createOutbox<string>({
    store,
    key: new Uint8Array(32).fill(7),
    ...given,
    onFailure: (failure) => failures.push(failure),
    deliver: async ({ payload }) => void sent.push(payload),
  });
}

type Watermark = NonNullable<ReturnType<typeof storeWatermark>>;

/** A server that has run before, a backup of its stopped data with one entry that waits, and what it sent since. */
async function backedUp(): Promise<{ readonly data: string; readonly backup: string }> {
  const [data, backup] = [join(folder, "data"), join(folder, "backup")];
  await run(async ({ outbox, post }) => {
    await post("first");
    await outbox.deliverDue();
    await post("second");
  });
  await cp(data, backup, { recursive: true });
  await run(async ({ outbox, post }) => {
    await outbox.deliverDue();
    await post("third");
    await outbox.deliverDue();
  });
  expect(sent.splice(0)).toEqual(["first", "second", "third"]);
  return { data, backup };
}

const ways: readonly (readonly [string, (data: string, backup: string) => Promise<void>])[] = [
  [
    "its file is written over",
    async (data, backup) => cp(join(backup, "auth.db"), join(data, "auth.db")),
  ],
  [
    "its file is replaced",
    async (data, backup) => {
      await rm(join(data, "auth.db"));
      await cp(join(backup, "auth.db"), join(data, "auth.db"), { preserveTimestamps: true });
    },
  ],
  [
    "every file of its folder is written over",
    async (data, backup) => cp(backup, data, { recursive: true, preserveTimestamps: true }),
  ],
  [
    "its folder is replaced by the backup itself",
    async (data, backup) => {
      await rm(data, { recursive: true });
      await rename(backup, data);
    },
  ],
  [
    "only its file is brought to a new machine",
    async (data, backup) => {
      for (const name of await readdir(data)) await rm(join(data, name));
      await cp(join(backup, "auth.db"), join(data, "auth.db"));
    },
  ],
];

describe("a store that is set back sends nothing twice", () => {
  test.each(ways)("when %s", async (_, restore) => {
    const { data, backup } = await backedUp();
    await restore(data, backup);
    await run(async ({ store, outbox, post, failures }) => {
      await post("added since");
      await outbox.deliverDue();
      expect(await outbox.measure()).toMatchObject({ waiting: 0, held: 2 });
      expect(await heldEntries(store)).toMatchObject([{ box: "mail", count: 2 }]);
      expect(failures).toMatchObject([
        { id: null, error: { code: "STORE_SET_BACK", details: { held: 2 } } },
      ]);
      await post("later");
      await outbox.deliverDue();
    });
    expect(sent).toEqual(["later"]);
    await run(async ({ outbox }) => void (await outbox.deliverDue()));
    expect(sent).toEqual(["later"]);
  });

  test("and again when the same backup is restored a second time", async () => {
    const { data, backup } = await backedUp();
    for (const round of [1, 2]) {
      await cp(join(backup, "auth.db"), join(data, "auth.db"));
      await run(async ({ store, outbox }) => {
        await outbox.deliverDue();
        expect((await heldEntries(store))[0]?.count, `round ${round}`).toBe(1);
      });
    }
    expect(sent).toEqual([]);
  });
});

describe("what is held", () => {
  test("is sent once it is released", async () => {
    const { data, backup } = await backedUp();
    await cp(join(backup, "auth.db"), join(data, "auth.db"));
    await run(async ({ store, outbox }) => {
      await outbox.deliverDue();
      expect(await releaseHeld(store, "webhooks")).toBe(0);
      expect(await releaseHeld(store, "mail")).toBe(1);
      await outbox.deliverDue();
      expect(await heldEntries(store)).toEqual([]);
    });
    expect(sent).toEqual(["second"]);
  });

  test("is gone once it is dropped", async () => {
    const { data, backup } = await backedUp();
    await cp(join(backup, "auth.db"), join(data, "auth.db"));
    await run(async ({ store, outbox }) => {
      await outbox.deliverDue();
      expect(await dropHeld(store)).toBe(1);
      await outbox.deliverDue();
      expect(await outbox.measure()).toMatchObject({ waiting: 0, held: 0, dead: 0 });
    });
    expect(sent).toEqual([]);
  });

  test("is whatever waits when the operator says so", async () => {
    await run(async ({ store, outbox, post }) => {
      await post("waits");
      expect(await holdEntries(store)).toBe(1);
      await outbox.deliverDue();
      expect(await outbox.measure()).toMatchObject({ waiting: 0, held: 1 });
    });
    expect(sent).toEqual([]);
  });
});

test("a restart and a number that a loss of power has taken hold nothing", async () => {
  const { data } = await backedUp();
  await run(async ({ post }) => post("waits"));
  const { writeFile } = await import("node:fs/promises");
  await writeFile(join(data, "auth.db.mail.mark"), "");
  await run(async ({ outbox }) => void (await outbox.deliverDue()));
  expect(sent).toEqual(["waits"]);
});

test("a database that goes on with another history holds what was claimed in the one before", async () => {
  const memory = createMemoryStore({ collections: outboxCollections });
  let history = "one";
  const store = new Proxy(memory, {
    get: (target, name: keyof Store) => {
      if (name === "history") return async () => history;
      const value: unknown = target[name];
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  const failures: OutboxFailure[] = [];
  const outbox = open(store, { failures });
  await outbox.deliverDue();
  const entry = await outbox.prepare("claimed");
  await store.transaction((tx) => outbox.add(tx, entry));
  history = "two";
  await outbox.deliverDue();
  expect(sent).toEqual([]);
  expect(await outbox.measure()).toMatchObject({ waiting: 0, held: 1 });
  expect(failures).toMatchObject([{ error: { code: "STORE_SET_BACK" } }]);
});
