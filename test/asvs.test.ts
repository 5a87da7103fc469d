/** The checklist of docs/asvs.md answers every requirement of levels 1 and 2, and what it names as evidence exists. */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "./support/workspace.ts";

/** Numbers of the requirements of levels 1 and 2 in ASVS 5.0.0, by section. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  "1.1": upTo(2),
  "1.2": upTo(9),
  "1.3": upTo(11),
  "1.4": upTo(3),
  "1.5": upTo(2),
  "2.1": upTo(3),
  "2.2": upTo(3),
  "2.3": upTo(4),
  "2.4": upTo(1),
  "3.2": upTo(2),
  "3.3": upTo(4),
  "3.4": upTo(6),
  "3.5": upTo(5),
  "3.7": upTo(2),
  "4.1": upTo(3),
  "4.2": upTo(1),
  "4.3": upTo(2),
  "4.4": upTo(4),
  "5.1": upTo(1),
  "5.2": upTo(3),
  "5.3": upTo(2),
  "5.4": upTo(3),
  "6.1": upTo(3),
  "6.2": upTo(12),
  "6.3": upTo(4),
  "6.4": upTo(4),
  "6.5": upTo(5),
  "6.6": upTo(3),
  "6.8": upTo(4),
  "7.1": upTo(3),
  "7.2": upTo(4),
  "7.3": upTo(2),
  "7.4": upTo(5),
  "7.5": upTo(2),
  "7.6": upTo(2),
  "8.1": upTo(2),
  "8.2": upTo(3),
  "8.3": upTo(1),
  "8.4": upTo(1),
  "9.1": upTo(3),
  "9.2": upTo(4),
  "10.1": upTo(2),
  "10.2": upTo(2),
  "10.3": upTo(4),
  "10.4": upTo(11),
  "10.5": upTo(5),
  "10.6": upTo(2),
  "10.7": upTo(3),
  "11.1": upTo(2),
  "11.2": upTo(3),
  "11.3": upTo(3),
  "11.4": upTo(4),
  "11.5": upTo(1),
  "11.6": upTo(1),
  "12.1": upTo(3),
  "12.2": upTo(2),
  "12.3": upTo(4),
  "13.1": upTo(1),
  "13.2": upTo(5),
  "13.3": upTo(2),
  "13.4": upTo(5),
  "14.1": upTo(2),
  "14.2": upTo(4),
  "14.3": upTo(3),
  "15.1": upTo(3),
  "15.2": upTo(3),
  "15.3": upTo(7),
  "16.1": upTo(1),
  "16.2": upTo(5),
  "16.3": upTo(4),
  "16.4": upTo(3),
  "16.5": upTo(3),
  "17.1": upTo(1),
  "17.2": upTo(4),
  "17.3": upTo(2),
};

const rows = readFileSync(join(root, "docs/asvs.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, id, , answer, evidence] = line.split("|").map((cell) => cell.trim());
    return id !== undefined && /^\d/u.test(id)
      ? [{ id, answer: answer ?? "", evidence: evidence ?? "" }]
      : [];
  });

test("every requirement of levels 1 and 2 has exactly one answer", () => {
  const ids = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(ids).toHaveLength(253);
  const answered = ids.map((id) => [id, rows.filter((row) => covers(row.id, id)).length] as const);
  expect(answered.filter(([, count]) => count !== 1)).toEqual([]);
  const words = /^(?:Met|Operator|Absent|Not met)\b/u;
  expect(rows.filter(({ answer }) => !words.test(answer))).toEqual([]);
  const unexplained = rows.filter(({ answer }) => /^(?:Operator|Not met)$/u.test(answer));
  expect(unexplained).toEqual([]);
});

test("whatever is met names a test that exists, by file and title", () => {
  const met = rows.filter(({ answer }) => answer.startsWith("Met"));
  expect(met.length).toBeGreaterThan(100);
  const missing = met.filter(({ evidence }) => {
    const [, path = "", title] = /^(\S+)(?: "(.+)")?$/u.exec(evidence) ?? [];
    const place = join(root, path);
    if (path === "" || !existsSync(place)) return true;
    return title !== undefined && !textsIn(place).some((text) => text.includes(title));
  });
  expect(missing).toEqual([]);
});

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** True if `range` (`1.2.3` or `1.2.3–1.2.5`) contains the requirement. */
function covers(range: string, id: string): boolean {
  const [from = "", to = from] = range.split("–");
  return rank(from) <= rank(id) && rank(id) <= rank(to);
}

function rank(id: string): number {
  return id.split(".").reduce((sum, part) => 100 * sum + Number(part), 0);
}

/** The texts of a file, or of all test files below a folder. */
function textsIn(place: string): readonly string[] {
  if (!statSync(place).isDirectory()) return [readFileSync(place, "utf8")];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(place, file), "utf8"));
}
