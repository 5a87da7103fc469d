/** The studio's list of runs: searched, sorted and labelled on the server, walked by keys; a cheat is seen as one. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const WAIT = { timeout: 30_000 };
const own = mkdtempSync(join(tmpdir(), "bourse-studio-cheat-"));
/** More than the two pages that a list reads at first. */
const RUNS = 130;

/** A strategy that looks at the next candle. */
const CHEAT = `
import { defineStrategy, Signal } from "@bourse/backtest-engine";
export default defineStrategy({
  name: "cheat",
  version: "1.0.0",
  description: "Long before each rise.",
  signalType: "trend",
  direction: "long",
  parameters: {},
  decide({ close }) {
    const signals = new Uint8Array(close.length);
    for (let i = 0; i + 1 < close.length; i++) {
      signals[i] = close[i + 1] > close[i] ? Signal.enterLong : Signal.exitLong;
    }
    return { signals, warmUp: 0 };
  },
});
`;

/** A strategy whose runs fail. */
const BROKEN = CHEAT.replace('"cheat"', '"broken"').replace(
  "const signals",
  'throw new Error("It is broken.");\n    const signals',
);

describe.skipIf(isBrowserAbsent)("the list of runs", { timeout: 120_000 }, () => {
  let studio: Studio;
  let browser: Browser;

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${studio.url}/api/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const run = async (body: object): Promise<string> =>
    ((await call("POST", "backtests", body)) as { job_id: string }).job_id;

  beforeAll(async () => {
    writeFileSync(join(own, "cheat.ts"), CHEAT);
    writeFileSync(join(own, "broken.ts"), BROKEN);
    studio = await openStudio({ STRATEGIES_DIR: own });
    browser = await openBrowser();
    const data = { interval: "60", limit: 200 };
    const uuids = await Promise.all(
      Array.from({ length: RUNS }, (_, at) =>
        run({ ...data, symbol: at === 3 ? "XRPUSDT" : "BTCUSDT", strategy: "rsi" }),
      ),
    );
    await call("PATCH", `jobs/${uuids[0]}`, { title: "The first of all", tags: ["kept"] });
    await vi.waitUntil(
      async () => ((await call("GET", "jobs/stats")) as { completed: number }).completed === RUNS,
      WAIT,
    );
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    rmSync(own, { recursive: true });
  });

  const grid = (page: Page) => page.getByRole("grid", { name: "Runs" });
  test("is searched and sorted among all runs, not among those that were read, and its address holds that", async () => {
    const { page, faults } = await visit(browser, studio.url);
    await page.getByText(`100+ of ${RUNS} runs`).waitFor(WAIT);
    await page.keyboard.press("/");
    await page.keyboard.type("first of");
    await page.getByText(`1 of ${RUNS} runs`).waitFor(WAIT);
    await page.getByRole("link", { name: "The first of all" }).waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${studio.url}/#/runs?symbol=XRPUSDT`);
    await page.getByText(`1 of ${RUNS} runs`).waitFor(WAIT);
    await page.goto(`${studio.url}/#/runs?tag=kept&sort=-sharpe`);
    await page.reload();
    await page.getByRole("button", { name: "kept" }).waitFor(WAIT);
    await page.getByText(`1 of ${RUNS} runs`).waitFor(WAIT);
    await page.goto(`${studio.url}/#/runs`);
    await page.getByText(`100+ of ${RUNS} runs`).waitFor(WAIT);
    await page.getByRole("button", { name: "Sharpe" }).click();
    await expect.poll(() => page.url()).toContain("sort=-sharpe");
    await page
      .getByRole("columnheader", { name: "Sharpe", exact: false })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor(WAIT);
    // The rest is read when its rows come near.
    await grid(page).focus();
    await page.keyboard.press("End");
    await page.getByText(`${RUNS} of ${RUNS} runs`).waitFor(WAIT);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("shows 30 runs on a laptop", async () => {
    const { page } = await visit(browser, studio.url);
    await page.getByText(`100+ of ${RUNS} runs`).waitFor(WAIT);
    const rows = await grid(page).locator("tbody tr").all();
    const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
    const height = page.viewportSize()?.height ?? 0;
    const whole = boxes.filter((box) => box !== null && box.y + box.height <= height);
    expect(height).toBe(900);
    expect(whole.length).toBeGreaterThanOrEqual(30);
    await page.context().close();
  });

  test("is walked, labelled, pinned and compared by keys alone, without a focus to begin with", async () => {
    const { page, faults } = await visit(browser, studio.url);
    await page.getByText(`100+ of ${RUNS} runs`).waitFor(WAIT);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await page.keyboard.type("Kept for later");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("trend, daily");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Kept for later" }).waitFor(WAIT);
    await page.getByRole("button", { name: "daily" }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("button", { name: `Pin run ${RUNS}`, pressed: true }).waitFor(WAIT);
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const { title, tags, pinned } = (
      (await call("GET", "jobs?limit=1")) as { title: string; tags: string[]; pinned: boolean }[]
    )[0]!; // there are runs
    expect({ title, tags, pinned }).toEqual({
      title: "Kept for later",
      tags: ["trend", "daily"],
      pinned: true,
    });
    await page.keyboard.press("c");
    await page.getByRole("heading", { name: "Comparison", level: 1 }).waitFor(WAIT);
    await page.goBack();
    await page.getByRole("checkbox", { name: `Compare run ${RUNS}`, checked: true }).waitFor(WAIT);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByText("Largest drawdown").waitFor(WAIT);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("keeps the columns that its reader chose", async () => {
    const { page } = await visit(browser, studio.url);
    await grid(page).waitFor(WAIT);
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Buy and hold" }).uncheck();
    await page.getByRole("checkbox", { name: "Parameters" }).check();
    await page.reload();
    await page.getByRole("columnheader", { name: "Parameters" }).waitFor(WAIT);
    expect(await page.getByRole("columnheader", { name: "Buy and hold" }).count()).toBe(0);
    await page.context().close();
  });

  test("draws the equity of each run on a wide screen, and a dash where a run has none", async () => {
    const { page, faults } = await visit(browser, studio.url);
    await page.getByText(`100+ of ${RUNS} runs`).waitFor(WAIT);
    expect(await grid(page).getByRole("columnheader", { name: "Equity" }).count()).toBe(0);
    await page.setViewportSize({ width: 1920, height: 900 });
    await grid(page).getByRole("columnheader", { name: "Equity" }).waitFor(WAIT);
    const { result } = (
      (await call("GET", "jobs?limit=1")) as { result: { total_return: number } }[]
    )[0]!;
    const end = `${(Math.abs(result.total_return) * 100).toFixed(2)} % at the end`;
    const first = grid(page)
      .locator("tbody tr", { has: page.locator("svg.sketch") })
      .first();
    expect(await first.getByRole("img").getAttribute("aria-label")).toContain(end);
    await run({ interval: "60", limit: 300, strategy: "broken", symbol: "BTCUSDT" });
    const broken = grid(page).locator("tbody tr").first();
    await broken.getByText("failed").waitFor(WAIT);
    expect(await broken.locator("svg.sketch").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("shows a cheat as one at once: no green state, no colour of a gain, and its verdict in a word", async () => {
    const { page, faults } = await visit(browser, `${studio.url}/#/runs?q=cheat`);
    await page.getByText("No run fits.").waitFor(WAIT);
    const body = { interval: "60", limit: 300, strategy: "cheat" };
    await run({ ...body, symbol: "BTCUSDT", look_ahead: {} });
    await grid(page).getByText("looks ahead").waitFor(WAIT);
    await run({ ...body, symbol: "ETHUSDT" });
    await grid(page).getByText("not audited").waitFor(WAIT);
    expect(await grid(page).locator(".badge.good, tbody td:nth-child(6) .gain").count()).toBe(0);
    await look(page, "studio-cheat");
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("has a file with candles whose name lies about them: its rows are shown, and win", async () => {
    const { page, faults } = await visit(browser, `${studio.url}/#/data`);
    const rows = Array.from(
      { length: 48 },
      (_, hour) => `${Date.UTC(2025, 0, 1, hour)},100,101,99,100.5,${hour}`,
    );
    await page.getByLabel("File with candles").setInputFiles({
      name: "LIAR-1d.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`),
    });
    const form = page.getByRole("group", { name: "Import LIAR-1d.csv" });
    await form.getByText("The rows are 1 hour apart.").waitFor(WAIT);
    await form.getByRole("cell", { name: "2025-01-01 02:00" }).waitFor();
    const candle = form.getByLabel("Candle of the file");
    await expect.poll(() => candle.inputValue()).toBe("1h");
    await candle.fill("1d");
    await candle.press("Tab");
    await form.getByText("they are no candles of 1 day").waitFor();
    expect(await form.getByRole("button", { name: "Import" }).isDisabled()).toBe(true);
    await candle.fill("1h");
    await candle.press("Tab");
    await form.getByRole("button", { name: "Import" }).click();
    await page
      .getByText("48 candles of LIAR, 1 hour each, from 2025-01-01 00:00 to 2025-01-02 23:00 UTC.")
      .waitFor(WAIT);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
