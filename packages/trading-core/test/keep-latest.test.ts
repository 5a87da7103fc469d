import fc from "fast-check";
import { expect, test } from "vitest";

import { keepLatest } from "../src/keep-latest.ts";

test("the map has the keys that were set last, each once, with its last value", () => {
  const sets = fc.array(fc.record({ key: fc.nat(5), value: fc.nat() }));
  fc.assert(
    fc.property(sets, fc.integer({ min: 1, max: 4 }), (all, most) => {
      const map = new Map<number, number>();
      for (const { key, value } of all) keepLatest(map, key, value, most);
      const newest = [...new Map(all.toReversed().map(({ key }) => [key, true])).keys()];
      const expected = newest.slice(0, most).toReversed();
      expect([...map]).toEqual(
        expected.map((key) => [key, all.findLast((one) => one.key === key)?.value]),
      );
    }),
  );
});
