/** Random histories against a model that is a list and a sort: whatever is done, both say the same. */

import assert from "node:assert/strict";

import {
  isBourseError,
  type FindQuery,
  type IndexValue,
  type Store,
  type StoreReader,
  type Transaction,
  type Versioned,
} from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { allIds, items, type Item, type ItemIndex } from "./fixtures.ts";
import { seededChoice, type SeededChoice } from "./random.ts";

interface Held extends Versioned<Item> {
  readonly bytes: Uint8Array | undefined;
}
type Model = Map<string, Held>;

const IDS = ["a", "b", "c", "d", "e\0", "\ud800", "😀", "\uffff"];
const VALUES: readonly IndexValue[] = [null, false, 0, -1, 2.5, "", "x", "x\0", "😀", "\uffff"];
const INDEXES: Readonly<Record<ItemIndex, readonly string[]>> = {
  sort: ["sort"],
  pair: ["group", "sort"],
  code: ["code"],
  owner_name: ["owner", "name"],
};

export const modelCases: readonly StoreCase[] = [
  {
    name: "a random history of writes, rollbacks and queries agrees with a plain model",
    run: (place) => history(place.seed, () => place.open(), false),
  },
];

export const reopenedModelCases: readonly StoreCase[] = [
  {
    name: "a random history with reopenings agrees with a plain model",
    run: (place) => history(place.seed + 1, () => place.open(), true),
  },
];

async function history(seed: number, open: () => Promise<Store>, reopens: boolean): Promise<void> {
  const choice = seededChoice(seed);
  let store = await open();
  let model: Model = new Map();
  for (let step = 0; step < 150; step += 1) {
    try {
      model = await transact(store, model, choice);
      if (step % 5 === 0) await compare(store, model, choice);
      if (reopens && choice.below(15) === 0) {
        await store.close();
        store = await open();
      }
    } catch (cause) {
      throw new Error(`Step ${step} of seed ${seed} disagrees with the model.`, { cause });
    }
  }
  await compare(store, model, choice);
}

/** One transaction of a few writes, which now and then takes itself back; gives the model after it. */
async function transact(store: Store, before: Model, choice: SeededChoice): Promise<Model> {
  const after: Model = new Map(before);
  const fails = choice.below(4) === 0;
  try {
    await store.transaction(async (tx) => {
      for (let n = choice.below(5); n >= 0; n -= 1) await write(tx, after, choice);
      await compare(tx, after, choice);
      if (fails) throw new Error("taken back");
    });
    assert.ok(!fails);
    return after;
  } catch (error) {
    if (!fails || !(error instanceof Error) || error.message !== "taken back") throw error;
    return before;
  }
}

/** One write in both; they must accept or refuse it alike. */
async function write(tx: Transaction, model: Model, choice: SeededChoice): Promise<void> {
  const id = choice.of(IDS);
  const old = model.get(id);
  const version = choice.below(5) === 0 ? 99 : (old?.version ?? 1);
  const value = randomItem(id, choice);
  const bytes = choice.below(2) === 0 ? undefined : Uint8Array.of(choice.below(256), 0, version);
  switch (choice.below(4)) {
    case 0: {
      await same(tx.delete(items, id, version), old?.version === version ? null : "STORE_CONFLICT");
      if (old?.version === version) model.delete(id);
      return;
    }
    case 1: {
      const code = old?.version !== version ? "STORE_CONFLICT" : collides(model, value);
      await same(tx.replace(items, value, version, bytes), code);
      const kept = bytes ?? old?.bytes;
      if (code === null) model.set(id, { value, version: version + 1, bytes: kept });
      return;
    }
    default: {
      const code = old === undefined ? collides(model, value) : "STORE_DUPLICATE";
      await same(tx.insert(items, value, bytes), code);
      if (code === null) model.set(id, { value, version: 1, bytes });
    }
  }
}

async function same(operation: Promise<unknown>, expected: string | null): Promise<void> {
  const code = await operation.then(
    () => null,
    (error: unknown) => (isBourseError(error) ? error.code : Promise.reject(error)),
  );
  assert.equal(code, expected);
}

function randomItem(id: string, choice: SeededChoice): Item {
  const item: Record<string, unknown> = { id };
  for (const field of ["sort", "group", "code", "owner", "name"]) {
    if (choice.below(4) > 0) item[field] = choice.of(VALUES);
  }
  return item as Item;
}

function collides(model: Model, value: Item): "STORE_DUPLICATE" | null {
  for (const fields of [INDEXES.code, INDEXES.owner_name]) {
    const mine = valuesOf(value, fields);
    if (mine[0] === null) continue;
    for (const other of model.values()) {
      if (other.value.id === value.id) continue;
      if (order(valuesOf(other.value, fields), mine) === 0) return "STORE_DUPLICATE";
    }
  }
  return null;
}

/** A random query by a random index, in pages, and its count, against filter and sort. */
async function compare(reader: StoreReader, model: Model, choice: SeededChoice): Promise<void> {
  const index = choice.of(["sort", "pair", "code", "owner_name"] as const);
  const fields = INDEXES[index];
  const equals = fields.slice(0, choice.below(fields.length + 1)).map(() => choice.of(VALUES));
  const ranged = equals.length < fields.length && choice.below(2) === 0;
  const bound = choice.of(VALUES);
  const name = choice.of(["gt", "gte", "lt", "lte"] as const);
  const query: FindQuery<ItemIndex> = {
    index,
    equals,
    ...(ranged ? { range: { [name]: bound } } : {}),
  };
  const descending = choice.below(2) === 0;

  const found = [...model.values()].filter(({ value }) => {
    const held = valuesOf(value, fields);
    if (order(held.slice(0, equals.length), equals) !== 0) return false;
    return !ranged || within(order([held[equals.length]!], [bound]), name);
  });
  found.sort((a, b) => orderOfItems(a.value, b.value, fields));
  if (descending) found.reverse();
  const expected = found.map(({ value }) => value.id);
  const paged = {
    ...query,
    order: descending ? "desc" : "asc",
    limit: 1 + choice.below(4),
  } as const;
  assert.deepEqual(await allIds(reader, paged), expected);
  assert.equal(await reader.count(items, query), expected.length);
  const id = choice.of(IDS);
  const held = model.get(id);
  const document = held && { value: held.value, version: held.version };
  assert.deepEqual(await reader.get(items, id), document);
  assert.deepEqual(await reader.bytes(items, id), held?.bytes);
}

function within(order: number, name: "gt" | "gte" | "lt" | "lte"): boolean {
  if (name === "gt") return order > 0;
  if (name === "gte") return order >= 0;
  return name === "lt" ? order < 0 : order <= 0;
}

function valuesOf(value: Item, fields: readonly string[]): readonly IndexValue[] {
  return fields.map((field) => (value[field] ?? null) as IndexValue);
}

function orderOfItems(a: Item, b: Item, fields: readonly string[]): number {
  return order([...valuesOf(a, fields), a.id], [...valuesOf(b, fields), b.id]);
}

/** The order of the port, said plainly. */
function order(a: readonly IndexValue[], b: readonly IndexValue[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at]!;
    const kinds = kind(left) - kind(right);
    if (kinds !== 0) return kinds;
    if (left !== right) return (left as number) < (right as number) ? -1 : 1;
  }
  return 0;
}

function kind(value: IndexValue): number {
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 2 : 1;
  return typeof value === "number" ? 3 : 4;
}
