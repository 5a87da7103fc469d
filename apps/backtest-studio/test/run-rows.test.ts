import type { ListedJob } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { changeOf, textsOfLabels } from "../page/model/label-texts.ts";
import { nextSort, queryOf } from "../page/model/run-query.ts";
import { joined, readBehind, withJob, type RunList } from "../page/model/run-rows.ts";

/** The members that the rows are told apart by. */
function job(id: number, status = "completed"): ListedJob {
  return { id, uuid: `u${id}`, status, result: null } as unknown as ListedJob;
}

function listOf(ids: readonly number[], { query = {}, next }: Partial<RunList> = {}): RunList {
  return { query, next, total: 9, rows: ids.map((id) => job(id)) };
}

const idsOf = ({ rows }: RunList): readonly number[] => rows.map(({ id }) => id);

describe("the rows of the list of runs", () => {
  test("keep what was read behind a first page that is read again, and its cursor", () => {
    const before = listOf([5, 4, 3, 2], { next: "behind 2" });
    const now = joined(before, listOf([7, 6, 5], { next: "behind 5" }));
    expect(idsOf(now)).toEqual([7, 6, 5, 4, 3, 2]);
    expect(now.next).toBe("behind 2");
  });

  test("keep a job that came while the page was read, and count it, but no other that the page lacks", () => {
    const before = listOf([9, 8, 7]);
    const now = joined(before, listOf([7]), new Set(["u9"]));
    expect([idsOf(now), now.total]).toEqual([[9, 7], 10]);
  });

  test("begin anew where the first page does not reach those of before, and for another query", () => {
    const before = listOf([3, 2, 1]);
    expect(idsOf(joined(before, listOf([9, 8, 7], { next: "behind 7" })))).toEqual([9, 8, 7]);
    expect(idsOf(joined(before, listOf([3], { query: { q: "three" }, next: "x" })))).toEqual([3]);
  });

  test("have no job twice, whatever came while a page was read", () => {
    expect(idsOf(readBehind(listOf([3, 2]), { rows: [job(2), job(1)], next: undefined }))).toEqual([
      3, 2, 1,
    ]);
  });

  test("take a new job in front, and the end of a known one, which an older answer cannot undo", () => {
    const now = withJob(listOf([2, 1]), job(3, "running"));
    expect([idsOf(now), now.total]).toEqual([[3, 2, 1], 10]);
    const ended = withJob(now, job(3));
    expect(withJob(ended, job(3, "running")).rows[0]?.status).toBe("completed");
  });

  test("leave the place of a new job in a sorted list to the server", () => {
    const sorted = listOf([1, 2], { query: { sort: "-sharpe" } });
    expect(withJob(sorted, job(3))).toBe(sorted);
  });
});

describe("the address of the list of runs", () => {
  test("asks for what it names, and for nothing where it names nothing", () => {
    expect(queryOf({ marked: "u1", q: " ", sort: "" })).toEqual({});
    expect(queryOf({ q: "trend ", kind: "sweep", tag: "a,b", sort: "-sharpe" })).toEqual({
      q: "trend",
      job_type: "sweep",
      tag: ["a", "b"],
      sort: "-sharpe",
    });
  });

  test("goes by a column from its better end to the other and back to the newest", () => {
    expect(nextSort("", "max_drawdown")).toBe("max_drawdown");
    expect(nextSort("max_drawdown", "max_drawdown")).toBe("-max_drawdown");
    expect(nextSort("-max_drawdown", "max_drawdown")).toBeUndefined();
  });
});

describe("labels of a run", () => {
  const before = textsOfLabels({ title: "Trend", note: null, tags: ["a", "b"] });

  test("that were not touched are not sent: others may have changed them", () => {
    expect(changeOf(before, before)).toEqual({});
    expect(changeOf(before, { ...before, note: "Better after 2024" })).toEqual({
      note: "Better after 2024",
    });
  });

  test("that are emptied are taken away, and a tag that stands twice is one", () => {
    expect(changeOf(before, { title: " ", note: "", tags: "b, c,, b" })).toEqual({
      title: null,
      tags: ["b", "c"],
    });
  });
});
