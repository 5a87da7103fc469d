import fc from "fast-check";
import { expect, test } from "vitest";

import { wordDiff } from "../page/model/word-diff.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "der", "  ", "\n"), { maxLength: 30 });

test("the runs of a difference put together give both texts again, word for word", () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [before, after] = [one.join(" "), other.join(" ")];
      const runs = wordDiff(before, after);
      const without = (kind: string): string =>
        runs.flatMap((run) => (run.kind === kind ? [] : [run.text])).join("");
      expect(without("after")).toBe(before);
      expect(without("before")).toBe(after);
    }),
  );
});

test("what two texts share stays whole: only the changed word is marked", () => {
  expect(wordDiff("by the end of May", "by the end of June")).toEqual([
    { kind: "both", text: "by the end of " },
    { kind: "before", text: "May" },
    { kind: "after", text: "June" },
  ]);
});

test("equal texts have one run, and texts of thousands of words are not compared word by word", () => {
  expect(wordDiff("a b", "a b")).toEqual([{ kind: "both", text: "a b" }]);
  const long = "word ".repeat(2000);
  expect(wordDiff(long, `${long}more`).map(({ kind }) => kind)).toEqual(["before", "after"]);
});
