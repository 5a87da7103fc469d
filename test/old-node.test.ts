/** Programs that are started on an old Node.js say so in one sentence, whatever else they need. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { importsOf, packages, readJson, root } from "./support/workspace.ts";

const floor = readJson<{ engines: { node: string } }>("package.json").engines.node.slice(2);

const programs = packages().flatMap(({ folder, manifest }) =>
  Object.entries(manifest.bin ?? {}).map(([name, file]) => ({
    name,
    main: join(folder, file.replace("dist", "src").replace(/\.js$/, ".ts")),
  })),
);

test("there are eight programs", () => {
  expect(programs.map(({ name }) => name).toSorted()).toEqual([
    "bourse",
    "bourse-auth",
    "bourse-backtest",
    "bourse-conformance",
    "bourse-curation",
    "bourse-mcp",
    "bourse-mock",
    "bourse-node",
  ]);
});

describe.each(programs)("$name", ({ name, main }) => {
  test("its first module imports the check alone, which imports nothing", () => {
    expect(importsOf(main)).toEqual([
      "@bourse/kernel/node-version",
      expect.stringMatching(/^\.\/(?:standalone\/|command\/)?command-line\.ts$/),
    ]);
    expect(importsOf("packages/kernel/src/node-version.ts")).toEqual([]);
  });

  test.each(["20.20.2", "22.12.0"])(
    "on Node.js %s it ends with one sentence and code 1",
    (version) => {
      const { status, stdout, stderr } = started(main, version);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(
        new RegExp(
          `^${name} needs Node\\.js ≥ ${floor}, and this is Node\\.js ${version}\\. .*\\n$`,
        ),
      );
    },
  );

  test("on the lowest version it answers", () => {
    expect(started(main, `${floor}.0`)).toMatchObject({ status: 0, stderr: "" });
  });
});

/** Runs `--version` on this Node.js, which says that it is another one. */
function started(
  main: string,
  version: string,
): { status: number | null; stdout: string; stderr: string } {
  const versions = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const preload = `data:text/javascript,${encodeURIComponent(versions)}`;
  const words = ["-C", "@bourse/source", "--import", preload, join(root, main), "--version"];
  return spawnSync(process.execPath, words, { encoding: "utf8" });
}
