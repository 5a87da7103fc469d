/** The checklist of docs/asvs.md answers every requirement of levels 1 and 2, and what it names as evidence exists. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packages, root } from "./support/workspace.ts";

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
    const [, path = "", title = ""] = /^(\S+) "(.+)"$/u.exec(evidence) ?? [];
    const place = join(root, path);
    return path === "" || !existsSync(place) || !readFileSync(place, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});

/** Sources below these folders that hold a text like `pattern`, by path. */
function sourcesWith(pattern: RegExp, folders: RegExp): readonly string[] {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" });
  return files
    .split("\n")
    .filter((file) => folders.test(file) && existsSync(join(root, file)))
    .filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));
}

const SOURCES = /^(?:packages|servers)\/.+\/src\//u;
const PAGES = /^(?:apps\/.+\/page|apps\/ui\/src|packages\/backtest-engine\/page)\//u;

test("no source but those named here starts a program", () => {
  // A fork runs one module of ours, and the chain's program gets no word of a caller.
  expect(sourcesWith(/from "node:child_process"/u, SOURCES)).toEqual([
    "packages/adapters/chain-anvil/src/anvil-process.ts",
    "packages/backtest-engine/src/pool/process-link.ts",
    "packages/conformance/src/store/crash-suite.ts",
  ]);
});

test("no source turns the check of certificates off", () => {
  expect(sourcesWith(/https?:/u, SOURCES).length).toBeGreaterThan(10);
  expect(sourcesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/u, SOURCES)).toEqual([]);
});

test("no page writes raw HTML, and none refuses what is pasted", () => {
  expect(sourcesWith(/type="password"/u, PAGES).length).toBeGreaterThan(1);
  expect(sourcesWith(/innerHTML|insertAdjacentHTML|document\.write|onPaste/iu, PAGES)).toEqual([]);
});

test("every published package lists the files that it has, and no whole folder of its own", () => {
  const published = packages().map(({ manifest }) => manifest as { readonly files?: string[] });
  expect(published.length).toBeGreaterThan(20);
  for (const { files = [] } of published) {
    expect(files.some((one) => one.startsWith("dist"))).toBe(true);
    expect(files.filter((one) => /^[.*/]*$|^\.git/u.test(one))).toEqual([]);
  }
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
