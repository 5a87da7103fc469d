/** The way of a newcomer: `npm start`, the studio in a browser, and the result of a first run. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "./support/browser.ts";
import { visit } from "./support/visit.ts";
import { root } from "./support/workspace.ts";

/** Longest wait of the whole test: its first start builds what has changed, and only the second one counts. */
const DEADLINE_MILLISECONDS = 600_000;
const MINUTE_MILLISECONDS = 60_000;

/** Starts the backtest server as the README says, and gives its address once it is told. */
async function npmStart(folder: string) {
  const child = spawn("npm", ["start", "--", "backtest"], {
    cwd: root,
    env: { ...process.env, BACKTEST_PORT: "0", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
    // Ends with the test at the latest.
    timeout: DEADLINE_MILLISECONDS,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /^backtest\s+(http:\/\/\S+)/mu.exec(text)?.[1];
      if (found !== undefined && text.includes("Ctrl-C")) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`ended before the screen:\n${text}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

test.skipIf(isBrowserAbsent || process.platform === "win32")(
  "a first run is seen within a minute of npm start, once the packages are built",
  { timeout: DEADLINE_MILLISECONDS },
  async ({ annotate }) => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-first-run-"));
    const browser = await openBrowser();
    try {
      // Builds what has changed since the last build, which is no part of what a newcomer's second start takes.
      const first = await npmStart(join(folder, "built"));
      await first.stop();
      const begun = performance.now();
      const server = await npmStart(join(folder, "timed"));
      try {
        const { page, faults } = await visit(browser, server.url);
        const started = Math.round(performance.now() - begun);
        await page.getByRole("button", { name: "Try a moving-average crossover" }).click();
        await page.getByText("Largest drawdown").waitFor({ timeout: MINUTE_MILLISECONDS });
        await page
          .getByRole("region", { name: "Returns by month" })
          .waitFor({ timeout: MINUTE_MILLISECONDS });
        const seen = Math.round(performance.now() - begun);
        await annotate(
          `the page after ${started} ms, the first run with its chart after ${seen} ms`,
        );
        expect(seen).toBeLessThan(MINUTE_MILLISECONDS);
        expect(faults).toEqual([]);
      } finally {
        await server.stop();
      }
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
