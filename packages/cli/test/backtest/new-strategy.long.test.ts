import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { tempFolder } from "../../../../servers/backtest/test/support/temp-folder.ts";
import { drawnCases } from "../../../../test/support/rounds.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const FLAGS = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];

function node(cwd: string, ...words: string[]) {
  const env = { PATH: process.env["PATH"] ?? "", DATA_PROVIDER: "simulated", DATA_DIR: cwd };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...FLAGS, ...words], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const command = (cwd: string, ...words: string[]) =>
  node(cwd, join(root, "packages/cli/src/main.ts"), "backtest", ...words);

describe("bourse backtest new", () => {
  test.each(drawnCases(["array", "event", "class"], 1))(
    "writes a strategy in %s style that runs, and whose test passes",
    async (style) => {
      const folder = await tempFolder();
      const made = command(folder, "new", "my-idea", "--style", style);
      expect(made).toMatchObject({ status: 0, stderr: "" });
      expect(made.stdout).toContain("npx bourse backtest run --strategy ./my-idea.ts");
      const place = join(folder, "my-idea");
      expect(readdirSync(place).toSorted()).toEqual([
        "my-idea.test.ts",
        "my-idea.ts",
        "package.json",
        "tsconfig.json",
      ]);
      mkdirSync(join(place, "node_modules/@bourse"), { recursive: true });
      for (const name of ["backtest-engine", "trading-core"]) {
        symlinkSync(join(root, "packages", name), join(place, "node_modules/@bourse", name));
      }
      const tested = node(place, "--test", "my-idea.test.ts");
      expect(tested.status, tested.stdout).toBe(0);
      expect(tested.stdout).toMatch(/pass 2\n/u);
      const run = command(place, "run", "--strategy", "./my-idea.ts", "--limit", "400", "--json");
      expect(run.status, run.stderr).toBe(0);
      const result = JSON.parse(run.stdout) as Record<string, unknown>;
      expect(result).toMatchObject({ strategy: "my_idea", parameters: { period: 50 } });
      expect(result["total_trades"]).toBeGreaterThan(2);
    },
  );

  test("has the same trades in every style", async () => {
    const folder = await tempFolder();
    const trades = ["array", "event", "class"].map((style) => {
      expect(command(folder, "new", style, "--style", style).status).toBe(0);
      const file = `./${style}/${style}.ts`;
      // No project is around the file: the packages are those of the running program.
      const { stdout } = command(folder, "run", "--strategy", file, "--limit", "400", "--json");
      return (JSON.parse(stdout) as { readonly trades: readonly object[] }).trades;
    });
    expect(trades[0]!.length).toBeGreaterThan(2);
    expect(trades[1]).toEqual(trades[0]);
    expect(trades[2]).toEqual(trades[0]);
  });

  test("overwrites nothing, and writes nothing when one file is there", async () => {
    const folder = await tempFolder();
    mkdirSync(join(folder, "mine"));
    writeFileSync(join(folder, "mine/package.json"), "mine");
    const { status, stderr } = command(folder, "new", "mine");
    expect(status).toBe(2);
    expect(stderr).toContain("mine/package.json is there already and is not overwritten.");
    expect(readdirSync(join(folder, "mine"))).toEqual(["package.json"]);
    expect(readFileSync(join(folder, "mine/package.json"), "utf8")).toBe("mine");
  });

  test.each([
    [
      ["new", "../out"],
      'new takes a name of small letters, digits and dashes, such as my-strategy; found "../out".',
    ],
    [["new", "a", "b"], 'unexpected argument: "b". bourse backtest new takes [NAME].'],
    [
      ["new", "a", "--style", "clas"],
      '--style must be one of array, event, class; found "clas". Did you mean "class"?',
    ],
  ])("refuses %j", async (words, message) => {
    const folder = await tempFolder();
    const { status, stderr } = command(folder, ...words);
    expect(status).toBe(2);
    expect(stderr.trim()).toBe(message);
    expect(readdirSync(folder)).toEqual([]);
  });
});
