/** Every example runs, and what the README shows of it is what it is and what it prints. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, expect, onTestFinished, test } from "vitest";

import { isBuilt } from "../scripts/build.mjs";
import { root } from "./support/workspace.ts";
import { writePrograms } from "./support/written-programs.ts";

const EXAMPLE_DEADLINE_MILLISECONDS = 60_000;
/** Characters of a line of code that a page of the guides shows without scrolling. */
const COLUMNS = 80;
/** Needs a server of PostgreSQL: `test/postgres/drizzle-store.test.ts` runs it. */
const ELSEWHERE = "19-store-in-drizzle.ts";
const names = readdirSync(join(root, "examples"))
  .filter((name) => /^\d\d-.*\.ts$/.test(name))
  .filter((name) => name !== ELSEWHERE);
const readme = readFileSync(join(root, "README.md"), "utf8");

test.each(names)(
  "%s runs and prints something",
  { timeout: EXAMPLE_DEADLINE_MILLISECONDS },
  async (name) => {
    const { stdout, stderr } = await run(name);
    expect(stdout.trim()).not.toBe("");
    expect(stderr).toBe("");
  },
);

test.skipIf(!isBuilt())(
  "all compile as an app compiles them whose only strictness is strict",
  { timeout: EXAMPLE_DEADLINE_MILLISECONDS },
  async () => {
    const tsc = join(root, "node_modules/.bin/tsc");
    const compiling = promisify(execFile)(tsc, ["-p", join(root, "examples/tsconfig.plain.json")]);
    expect(await compiling).toEqual({ stdout: "", stderr: "" });
  },
);

test.skipIf(!isBuilt())(
  "the TypeScript of every README and guide compiles in such an app, without the workspace's own settings",
  { timeout: 3 * EXAMPLE_DEADLINE_MILLISECONDS },
  () => {
    const { folder: app, names: blocks } = writePrograms();
    onTestFinished(() => rmSync(app, { recursive: true, force: true }));
    expect(blocks.length).toBeGreaterThan(40);
    const tsc = join(root, "node_modules/.bin/tsc");
    const { status, stdout } = spawnSync(tsc, ["-p", app], { encoding: "utf8" });
    expect(status, stdout).toBe(0);
  },
);

const shown = [
  ...readme.matchAll(/```ts\n\/\/ examples\/(\S+)\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g),
];

test.each(shown.map(([, name = "", code = "", output = ""]) => ({ name, code, output })))(
  "the README shows $name as it is, with what it prints",
  { timeout: EXAMPLE_DEADLINE_MILLISECONDS },
  async ({ name, code, output }) => {
    expect(code).toBe(readFileSync(join(root, "examples", name), "utf8"));
    expect(output).toBe((await run(name)).stdout);
  },
);

const guides = join(root, "docs/guides");
const includes = ["index.md", ...readdirSync(guides).map((name) => `guides/${name}`)].flatMap(
  (guide) => {
    const text = readFileSync(join(root, "docs", guide), "utf8");
    return [...text.matchAll(/<<< (?:\.\.\/)+examples\/(\S+)\n\n```text\n([\s\S]*?)```/g)].map(
      ([, name = "", output = ""]) => ({ guide, name, output }),
    );
  },
);

test.each(includes)(
  "$guide shows what $name prints",
  { timeout: EXAMPLE_DEADLINE_MILLISECONDS },
  async ({ name, output }) => {
    expect(output).toBe((await run(name)).stdout);
  },
);

test("no line of code that a guide shows is wider than its box", () => {
  const wide = readdirSync(guides).flatMap((guide) => {
    const text = readFileSync(join(guides, guide), "utf8");
    const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gmu)]
      .filter(([, language]) => language !== "text")
      .map(([, , code = ""]) => code);
    const shown = [...text.matchAll(/^<<< ([^{\s]+)/gmu)].map(([, path = ""]) =>
      readFileSync(join(guides, path), "utf8"),
    );
    return [...blocks, ...shown]
      .flatMap((code) => code.split("\n"))
      .filter((line) => line.length > COLUMNS)
      .map((line) => `${guide}: ${line}`);
  });
  expect(wide).toEqual([]);
});

test("the guides show at least six examples", () => {
  expect(includes.length).toBeGreaterThanOrEqual(6);
});

test("the README shows at least four examples", () => {
  expect(shown.length).toBeGreaterThanOrEqual(4);
});

/** Folder that the examples run in: a server that one starts keeps its data there. */
const folder = mkdtempSync(join(tmpdir(), "bourse-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs of the examples so far, by name: each runs once. */
const runs = new Map<string, Promise<{ stdout: string; stderr: string }>>();

function run(name: string): Promise<{ stdout: string; stderr: string }> {
  let running = runs.get(name);
  if (running === undefined) {
    const args = ["-C", "@bourse/source", join(root, "examples", name)];
    running = promisify(execFile)(process.execPath, args, { cwd: folder });
    runs.set(name, running);
  }
  return running;
}
