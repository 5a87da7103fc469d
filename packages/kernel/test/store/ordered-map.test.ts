import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { OrderedMap } from "../../src/store/memory/ordered-map.ts";

const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((n) => n.toString(36)),
  fc.string({ maxLength: 3, unit: "binary" }),
);
const changes = fc.array(fc.tuple(fc.boolean(), key), { maxLength: 600, size: "max" });

const sorted = (model: ReadonlyMap<string, number>): readonly string[] =>
  [...model.keys()].toSorted((a, b) => (a < b ? -1 : 1));

describe("an ordered map", () => {
  test("agrees with a sorted list after any changes", () => {
    fc.assert(
      fc.property(changes, key, key, fc.integer({ min: 1, max: 50 }), (all, a, b, limit) => {
        const model = new Map<string, number>();
        let map = OrderedMap.empty<number>();
        for (const [at, [add, name]] of all.entries()) {
          if (add) model.set(name, at);
          else model.delete(name);
          map = add ? map.set(name, at) : map.delete(name);
        }
        const keys = sorted(model);
        const within = keys.filter((name) => name >= a && name < b).map((name) => model.get(name));
        expect(map.size).toBe(model.size);
        expect(map.values()).toEqual(keys.map((name) => model.get(name)));
        expect(map.rank(a)).toBe(keys.filter((name) => name < a).length);
        expect(map.slice(a, b, "asc", limit)).toEqual(within.slice(0, limit));
        expect(map.slice(a, b, "desc", limit)).toEqual(within.toReversed().slice(0, limit));
        expect(map.get(a)).toBe(model.get(a));
      }),
      { numRuns: 150 },
    );
  });

  test("made from sorted entries equals one that was filled one by one", () => {
    for (const size of [0, 1, 48, 49, 64, 65, 3000, 5000]) {
      const keys = Array.from({ length: size }, (_, i) => String(i).padStart(6, "0"));
      const values = keys.map(Number);
      const built = OrderedMap.fromSorted(keys, values);
      const filled = keys.reduce(
        (map, name, i) => map.set(name, values[i]!),
        OrderedMap.empty<number>(),
      );
      expect(built.values()).toEqual(filled.values());
      for (let i = 0; i < size; i += 97) expect(built.rank(keys[i]!)).toBe(i);
      const emptied = keys.reduce((map, name) => map.delete(name), built);
      expect(emptied.size).toBe(0);
      expect(emptied.set("x", 1).values()).toEqual([1]);
    }
  });

  test("a change leaves the map that it was made from as it was", () => {
    const before = OrderedMap.fromSorted(["a", "b", "c"], [1, 2, 3]);
    const after = before.set("b", 20).delete("c").set("d", 4);
    expect(before.values()).toEqual([1, 2, 3]);
    expect(after.values()).toEqual([1, 20, 4]);
  });
});
