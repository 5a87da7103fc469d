/** The rules as one types: the server's own function over the names of the wire. */
import { expect, test } from "vitest";

import { findingsIn, stopsIn } from "../page/model/rules.ts";

const NOW = Date.UTC(2026, 0, 15);

test("a question without a deadline and a source stops, and each field that is added takes its stop away", () => {
  const question_text = "Will the index close above 1,000 by May?";
  const outcomes = [{ label: "Yes" }, { label: "No" }];
  const bare = { question_text, outcomes };
  expect(stopsIn(bare, NOW).map(({ field, code }) => [field, code])).toEqual([
    ["resolution_sources", "no_source"],
    ["resolution_deadline", "no_deadline"],
  ]);
  const dated = { ...bare, resolution_deadline: "2026-05-01T00:00:00Z" };
  expect(stopsIn(dated, NOW).map(({ code }) => code)).toEqual(["no_source"]);
  expect(stopsIn({ ...dated, primary_sources: ["The bank's report."] }, NOW)).toEqual([]);
});

test("paths of findings have the names of the wire", () => {
  const outcomes = [{ label: "Yes" }, { label: "yes" }];
  const { errors } = findingsIn({ question_text: "Will it?", outcomes }, NOW);
  expect(errors.map(({ field }) => field)).toEqual(["question_text", "outcomes.1.label"]);
});
