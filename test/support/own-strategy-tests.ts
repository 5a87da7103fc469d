/** Strategies of one's own as a stranger writes them: with packages from a registry on loopback, command by command. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, listenTo, openBrowser } from "./browser.ts";
import type { OutsideFolder } from "./outside-folder.ts";
import { root } from "./workspace.ts";

const GUIDE = readFileSync(join(root, "docs/guides/from-a-csv-to-a-tear-sheet.md"), "utf8");
const PYTHON = readFileSync(join(root, "docs/guides/from-python.md"), "utf8");
const code = (name: string): string => join(root, "docs/code", name);

let quant: string;
let project: string;

/** Commands of a guide and the text that they print, in their order. */
function blocksOf(guide: string) {
  return [...guide.matchAll(/```(sh|text)\n([\s\S]*?)```/g)].map(([, kind, text = ""]) => ({
    kind,
    // A line that ends with a backslash goes on in the next one, and so does a text between quotes.
    lines: text
      .trimEnd()
      .replaceAll(/\\\n\s*/g, "")
      .replaceAll(/'[^']*'/g, (quoted) => quoted.replaceAll(/\n\s*/g, " "))
      .split("\n"),
  }));
}

/** Runs the commands of a guide in a folder; what they print has the lines of the texts after them. */
function follow(place: string, blocks: ReturnType<typeof blocksOf>): void {
  let printed = "";
  for (const { kind, lines } of blocks) {
    if (kind === "sh") printed = lines.map((line) => shell(place, line)).join("");
    else for (const line of lines) expect(printed).toContain(line);
  }
}

/** Runs a line of a shell without the variables of the test's own run. */
function shell(place: string, line: string) {
  const { CI: _, FORCE_COLOR: __, NODE_OPTIONS: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd: place,
    encoding: "utf8",
    timeout: 240_000,
    env: { ...env, NO_COLOR: "1", npm_config_loglevel: "error", DATA_PROVIDER: "simulated" },
  });
  expect(status, `${line}\n${stdout}\n${stderr}`).toBe(0);
  expect(stderr).not.toMatch(/ExperimentalWarning|DeprecationWarning|^ {4}at /m);
  return stdout;
}

/** Tests of strategies of one's own in the folder, whose packages are published. */
export function testOwnStrategies(outside: () => OutsideFolder): void {
  describe("a strategy of one's own", () => {
    test("goes from a CSV to a tear sheet as the guide says, command by command", () => {
      const blocks = blocksOf(GUIDE);
      const [begin, ...rest] = blocks;
      const [mkdir, cd, init, install = "", make = "", enter, ...checks] = begin?.lines ?? [];
      expect([mkdir, cd, init, enter]).toEqual([
        "mkdir quant",
        "cd quant",
        "npm init --yes",
        "cd weekly-trend",
      ]);
      expect(install).toMatch(/^npm install /);
      quant = outside().install("quant", install.split(" ").slice(2));
      shell(quant, make);
      project = join(quant, "weekly-trend");
      cpSync(join(quant, ".npmrc"), join(project, ".npmrc"));
      expect(checks).toEqual(["npm install", "npm test"]);
      shell(project, "npm install --no-audit --no-fund --prefer-offline --ignore-scripts");
      expect(shell(project, "npm test")).toMatch(/pass 2\n/);

      cpSync(code("make-yahoo-csv.mjs"), join(project, "make-yahoo-csv.mjs"));
      let printed = "";
      for (const { kind, lines } of rest) {
        if (kind === "sh") {
          if (lines.some((line) => line.includes("--strategy"))) {
            cpSync(code("weekly-trend.ts"), join(project, "weekly-trend.ts"));
          }
          printed = lines.map((line) => shell(project, line)).join("");
          continue;
        }
        for (const line of lines) expect(printed).toContain(line);
      }
      expect(rest.map(({ kind }) => kind).join(" ")).toBe("sh text sh text sh text sh text");
    });

    test("runs on the files of Python programs as their guide says, command by command", () => {
      const [begin, ...rest] = blocksOf(PYTHON);
      const [, , , install = ""] = begin?.lines ?? [];
      const place = outside().install("from-python", install.split(" ").slice(2));
      cpSync(code("make-python-files.mjs"), join(place, "make-python-files.mjs"));
      follow(place, rest);
      expect(rest.map(({ kind }) => kind).join(" ")).toBe("sh sh text sh text sh text sh text");
    });

    test.skipIf(isBrowserAbsent)(
      "has a tear sheet that a browser shows and that asks for nothing",
      async () => {
        const browser = await openBrowser();
        onTestFinished(() => browser.close());
        const page = await browser.newPage();
        const heard = listenTo(page);
        const url = `file://${join(project, "tear-sheet.html")}`;
        await page.goto(url);
        expect(heard).toEqual([url]);
        await expect.poll(() => page.locator("h1").innerText()).toContain("weekly trend on ACME");
        expect(await page.locator("body").innerText()).toContain("787.19 %");
      },
    );

    test.each(["event", "class"])("is written in %s style, checks and runs", (style) => {
      const name = `in-${style}`;
      shell(quant, `npx bourse backtest new ${name} --style ${style}`);
      // The packages are those of the folder beside it, which asks for the same.
      const place = join(quant, name);
      cpSync(join(project, "node_modules"), join(place, "node_modules"), { recursive: true });
      expect(shell(place, "npm test")).toMatch(/pass 2\n/);
      const line = `npx bourse backtest run --strategy ./${name}.ts --limit 500 --json`;
      expect(JSON.parse(shell(place, line))).toMatchObject({
        strategy: `in_${style}`,
        total_trades: expect.any(Number) as number,
      });
    });

    test("runs as a lone file in an empty folder, with the packages of the program", () => {
      const empty = mkdtempSync(join(tmpdir(), "bourse-lone-"));
      onTestFinished(() => rmSync(empty, { recursive: true }));
      mkdirSync(join(empty, "deep"));
      cpSync(code("weekly-trend.ts"), join(empty, "deep/weekly-trend.ts"));
      cpSync(join(project, "ACME.csv"), join(empty, "ACME.csv"));
      const program = join(quant, "node_modules/.bin/bourse");
      const line = `${program} backtest run --csv ACME.csv --strategy deep/weekly-trend.ts`;
      expect(shell(empty, line)).toContain("Total return        787.19 %");
    });
  });
}
