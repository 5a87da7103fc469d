import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  defineCollection,
  seededRandom,
  type Entity,
  type Random,
  type Transaction,
} from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import { openSqliteStore } from "../src/index.ts";

interface Item extends Entity {
  readonly n: number;
  readonly text?: string;
}
const items = defineCollection<Item>()({ name: "items", indexes: { by_n: { fields: ["n"] } } });
const collections = [items];
const SEED = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 1_000_000);

const LONG = "x".repeat(300_000);
/** Numbers of bytes beside a document. */
const SIZES = [8, 8, 8, 20_000];

interface Held {
  readonly value: Item;
  readonly version: number;
  /** The byte that stands beside it, many times. */
  readonly byte: number;
  /** Number of these bytes. */
  readonly size: number;
}
type Model = Map<string, Held>;

/** Bytes that the store must copy: their owner writes over them. */
async function writeBytes(
  random: Random,
  write: (bytes: Uint8Array) => Promise<{ readonly value: Item; readonly version: number }>,
): Promise<Held> {
  const byte = 1 + random.below(99);
  const size = SIZES[random.below(SIZES.length)]!;
  const bytes = new Uint8Array(size).fill(byte);
  const { value, version } = await write(bytes);
  bytes.fill(0);
  return { value, version, byte, size };
}

/** A write of one item, in the store and in the model. */
async function write(tx: Transaction, model: Model, random: Random): Promise<void> {
  const id = `item-${random.below(6)}`;
  const held = await tx.get(items, id);
  const known = model.get(id);
  expect(held, "what the transactions before have left").toEqual(
    known && { value: known.value, version: known.version },
  );
  expect((await tx.bytes(items, id))?.[0]).toBe(known?.byte);
  const long = random.below(4) === 0 ? { text: LONG } : {};
  const value: Item = { id, n: random.below(1000), ...long };
  if (held === undefined) {
    model.set(id, await writeBytes(random, (bytes) => tx.insert(items, value, bytes)));
  } else if (random.below(3) === 0) {
    await tx.delete(items, id, held.version);
    model.delete(id);
  } else {
    const { version } = held;
    model.set(id, await writeBytes(random, (bytes) => tx.replace(items, value, version, bytes)));
  }
}

function documentsOf(model: Model): readonly Omit<Held, "byte" | "size">[] {
  return [...model.values()].map(({ value, version }) => ({ value, version }));
}

test("groups of transactions, any of which are undone, hold what the others wrote, in their order", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-sqlite-undone-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "store.db");
  const store = await openSqliteStore({ path, collections });
  const random = seededRandom(SEED);
  let model: Model = new Map();
  for (let group = 0; group < 150; group++) {
    const ends = await Promise.allSettled(
      Array.from({ length: 1 + random.below(8) }, (_, at) =>
        store.transaction(async (tx) => {
          const after: Model = new Map(model);
          for (let writes = random.below(4); writes > 0; writes--) await write(tx, after, random);
          if (random.below(3) === 0) throw new Error(`undone ${at}`);
          model = after;
        }),
      ),
    );
    for (const [at, end] of ends.entries()) {
      if (end.status === "rejected") expect((end.reason as Error).message).toBe(`undone ${at}`);
    }
    const { items: found } = await store.find(items);
    expect(found, `group ${group} of seed ${SEED}`).toEqual(
      documentsOf(model).toSorted((a, b) => (a.value.id < b.value.id ? -1 : 1)),
    );
    for (const [id, { byte, size }] of model) {
      const bytes = await store.bytes(items, id);
      expect(Buffer.compare(bytes!, Buffer.alloc(size, byte)), id).toBe(0);
    }
  }
  await store.close();
  const again = await openSqliteStore({ path, collections });
  onTestFinished(() => again.close());
  expect((await again.find(items, { index: "by_n" })).items).toEqual(
    documentsOf(model).toSorted(
      (a, b) => a.value.n - b.value.n || (a.value.id < b.value.id ? -1 : 1),
    ),
  );
});
