/** The page of one run in the studio: a cheat is seen at once, and everything of a run is read without a mouse. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser, overflowOf } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const own = mkdtempSync(join(tmpdir(), "bourse-studio-run-"));
const WAIT = { timeout: 20_000 };
/** Width in pixels that a sheet of A4 has between margins of a centimetre. */
const A4 = 718;
/** The plot of the drawdown. */
const FALL = ".plot[aria-label^='Fall below'] canvas";

/** Buys before a rise: it reads the next candle. */
const CHEAT = `
import { defineStrategy, Signal } from "@bourse/backtest-engine";
export default defineStrategy({
  name: "tomorrow",
  version: "1.0.0",
  description: "Buys before a rise.",
  signalType: "trend",
  direction: "long",
  parameters: {},
  decide({ close }) {
    const signals = new Uint8Array(close.length);
    for (let i = 1; i + 2 < close.length; i++) {
      signals[i] = close[i + 2] > close[i + 1] ? Signal.enterLong : Signal.exitLong;
    }
    return { signals, warmUp: 1 };
  },
});
`;

describe.skipIf(isBrowserAbsent)("the page of a run", { timeout: 120_000 }, () => {
  let studio: Studio;
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];
  let cheat: string;

  const open = async (hash: string): Promise<void> => {
    await page.goto(`${studio.url}/#${hash}`);
  };

  beforeAll(async () => {
    writeFileSync(join(own, "tomorrow.ts"), CHEAT);
    studio = await openStudio({ STRATEGIES_DIR: own });
    browser = await openBrowser();
    cheat = await studio.run({
      symbol: "BTCUSDT",
      interval: "60",
      limit: 800,
      strategy: "tomorrow",
      tear_sheet: true,
      look_ahead: {},
      monte_carlo: {},
    });
    ({ page, faults } = await visit(browser, studio.url));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    rmSync(own, { recursive: true });
  });

  test("a run that looks ahead says so at once, and nothing of it is green", async () => {
    await open(`/runs/${cheat}`);
    const head = page.getByRole("region", { name: "The run" });
    await head.getByText("looks ahead").waitFor(WAIT);
    await page.getByText("Nobody can earn these figures").waitFor();
    await page.getByText("Largest drawdown").waitFor(WAIT);
    expect(await head.locator(".badge.good, .gain").count()).toBe(0);
    const gain = page.locator(".tiles > div", { hasText: "Return" }).first().locator("dd");
    expect(await gain.getAttribute("class")).toBeNull();
    await look(page, "studio-cheat");
  });

  test("a run is read by keyboard through all of its tabs, and its crosshair measures", async () => {
    await open(`/runs/${cheat}`);
    const head = page.getByRole("region", { name: "The run" });
    await head.getByText("looks ahead").waitFor(WAIT);
    for (const [key, seen] of [
      ["2", page.getByRole("group", { name: "Indicators" })],
      ["3", page.getByRole("grid", { name: "Trades" })],
      ["4", page.getByRole("heading", { name: "Distribution of daily returns" })],
      ["5", page.getByRole("img", { name: /^Capital of 1,000 drawn runs/ })],
      ["6", page.getByText("engine version")],
      ["7", page.getByRole("region", { name: "Log" })],
    ] as const) {
      await page.keyboard.press(key);
      await seen.waitFor(WAIT);
    }
    await page.keyboard.press("2");
    await page.locator(".readout time").waitFor(WAIT);
    for (const key of ["+", "+", ".", "m", ">", ">"]) await page.keyboard.press(key);
    await page.getByText(/^Measured: .*· 20 candles · 20 h$/).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByText(/^Measured/).count()).toBe(0);
    await page.keyboard.press("l");
    await expect.poll(() => page.url()).toContain("scale=log");
  });

  test("the marks of trades are told in words at the crosshair, the chosen trade without it, and nothing moves", async () => {
    await open(`/runs/${cheat}?tab=chart`);
    await page.locator(".readout time").waitFor(WAIT);
    const told = page.locator(".mark-words").getByRole("status");
    const chart = page.getByRole("img", { name: /^Price with/ });
    const before = await chart.boundingBox();
    await page.keyboard.press("]");
    const whole =
      /^Trade 1 of \d+: (?:long|short) entry at [\d.,]+, .* UTC; (?:long|short) exit at .* (?:won|lost) .* UTC\.$/;
    await told.filter({ hasText: whole }).waitFor(WAIT);
    expect(await chart.boundingBox()).toEqual(before);
    for (let presses = 0; presses < 60; presses++) {
      if ((await told.innerText()).includes("Trade 1: ")) break;
      await page.keyboard.press(",");
    }
    expect(await told.innerText()).toMatch(/Trade 1: (?:long|short) (?:entry|exit) at [\d.,]+/);
    await page.keyboard.press("Escape");
    await told.filter({ hasText: whole }).waitFor(WAIT);
    await look(page, "studio-marks");
  });

  test("title, note, tags and pin are given by keyboard, and the server keeps them", async () => {
    await page.keyboard.press("t");
    await page.getByRole("textbox", { name: "Title" }).fill("שלום – first try 🚀");
    await page.getByRole("textbox", { name: "Tags" }).fill("trend, to repeat");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "first try", level: 1 }).waitFor(WAIT);
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Pinned" }).waitFor(WAIT);
    const job = await fetch(`${studio.url}/api/jobs/${cheat}`);
    expect(await job.json()).toMatchObject({
      title: "שלום – first try 🚀",
      tags: ["trend", "to repeat"],
      pinned: true,
    });
  });

  test("is printed on a sheet of A4 without a cut, in light colours from a dark screen", async () => {
    for (const tab of ["overview", "tear-sheet"]) {
      await page.setViewportSize({ width: A4, height: 900 });
      await open(`/runs/${cheat}?tab=${tab}`);
      await page.locator(".months").waitFor(WAIT);
      await page.emulateMedia({ media: "print" });
      await expect.poll(() => overflowOf(page), { message: tab }).toBeLessThanOrEqual(0);
      await page.emulateMedia({ media: "screen" });
    }
    await open(`/runs/${cheat}?tab=overview`);
    const painted = (): Promise<string> =>
      page.evaluate<string>(`document.querySelector("${FALL}").toDataURL()`);
    await page.locator(FALL).waitFor(WAIT);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await painted();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(painted).not.toBe(light);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await expect.poll(painted).toBe(light);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await expect.poll(painted).not.toBe(light);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("every tab fits every screen from 320 to 2560 pixels", async () => {
    const found: string[] = [];
    for (const tab of ["overview", "chart", "trades", "tear-sheet", "robustness", "log"]) {
      await open(`/runs/${cheat}?tab=${tab}`);
      await page.locator(".tab .card").first().waitFor(WAIT);
      for (const width of [320, 768, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => overflowOf(page), WAIT)
          .toBeLessThanOrEqual(0)
          .catch(() => found.push(`${tab} at ${width}`));
      }
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });
});
