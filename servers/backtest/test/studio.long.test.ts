/** The studio as a quant meets it: the built page in a browser, over a real server and without a network. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const own = mkdtempSync(join(tmpdir(), "bourse-studio-own-"));
const WAIT = { timeout: 20_000 };

/** A strategy of the operator's: long while the close is above its mean. */
const STRATEGY = `
import { defineStrategy, Signal } from "@bourse/backtest-engine";
import { sma } from "@bourse/indicators";
export default defineStrategy({
  name: "above_mean",
  version: "1.2.0",
  description: "Long while the close is above its mean.",
  signalType: "trend",
  direction: "long",
  parameters: {
    period: { type: "integer", default: 20, minimum: 2, maximum: 200, description: "Candles of the mean." },
  },
  decide({ close }, { period }) {
    const mean = sma(close, period);
    const signals = new Uint8Array(close.length);
    const tags = new Array(close.length);
    for (let i = period; i < close.length; i++) {
      if (close[i] > mean[i] && close[i - 1] <= mean[i - 1]) signals[i] = Signal.enterLong;
      if (close[i] < mean[i] && close[i - 1] >= mean[i - 1]) signals[i] = Signal.exitLong;
      if (signals[i] === Signal.enterLong) tags[i] = "rose above";
    }
    return { signals, warmUp: period, tags };
  },
});
`;

/** A wave of hourly candles. */
function waveCsv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const close = 100 + 10 * Math.sin(i / 19) + Math.cos(i) + i / 100;
    return `${Date.UTC(2025, 0, 1) + i * 3_600_000},${close},${close + 1},${close - 1},${close},${5 + (i % 7)}`;
  });
  return `timestamp,open,high,low,close,volume\n${lines.join("\n")}\n`;
}

/** Lets a file fall on the place for it, as a hand with a mouse does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: "text/csv" }));
    return data;
  })()`);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: transfer });
}

describe.skipIf(isBrowserAbsent)("the studio", { timeout: 120_000 }, () => {
  let studio: Studio;
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];

  beforeAll(async () => {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "above-mean.ts"), STRATEGY);
    studio = await openStudio({ STRATEGIES_DIR: own });
    browser = await openBrowser();
    ({ page, faults } = await visit(browser, studio.url));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    rmSync(own, { recursive: true });
  });

  const tab = (name: string) =>
    page.getByRole("navigation", { name: "The run" }).getByRole("link", { name });
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  const figure = async (name: string): Promise<string> =>
    (await page.locator(".tiles > div", { hasText: name }).locator("dd").innerText()).trim();

  test("teaches the first run where there is none, and shows it live to its end", async () => {
    await page.getByText("Nothing was run yet.").waitFor(WAIT);
    await look(page, "studio-empty");
    await page.getByRole("button", { name: "Try a moving-average crossover" }).click();
    await heading("ma crossover on BTCUSDT, 1 hour").waitFor(WAIT);
    await page.getByText("Largest drawdown").waitFor(WAIT);
    expect(Number(await figure("Trades"))).toBeGreaterThan(0);
    await page.getByText("Buy and hold +").or(page.getByText("Buy and hold −")).waitFor(WAIT);
    await page.getByRole("region", { name: "Returns by month" }).waitFor(WAIT);
    await look(page, "studio-run");
  });

  test("draws the averages of the strategy, and indicators of the reader's choice that stay in the address", async () => {
    await page.mouse.move(0, 0);
    await tab("Chart").click();
    await page.locator(".readout time").waitFor(WAIT);
    await expect.poll(() => page.locator("canvas").count()).toBe(3);
    await look(page, "studio-chart");
    const bar = page.getByRole("group", { name: "Indicators" });
    const values = bar.getByRole("status");
    await expect.poll(() => values.count()).toBe(2);
    // The engine's own average over the run's own candles, however wide the view is.
    const time = (await page.locator(".readout time").innerText()).replace(" UTC", "Z");
    const end = new Date(Date.parse(time.replace(" ", "T")) + 3_600_000).toISOString();
    const reply = await fetch(
      `${studio.url}/api/data/klines?symbol=BTCUSDT&interval=60&limit=20&end_time=${end}`,
    );
    const { records } = (await reply.json()) as { records: { close: number }[] };
    // Shown with seven digits; a mean that is midway between two of them may be rounded to either.
    const error = async (place: number, count: number): Promise<number> => {
      const closes = records.slice(-count).map(({ close }) => close);
      const mean = closes.reduce((total, close) => total + close, 0) / count;
      const shown = Number((await values.nth(place).innerText()).replaceAll(",", ""));
      return Math.abs(shown / mean - 1);
    };
    await expect.poll(() => error(0, 10)).toBeLessThan(1e-6);
    expect(await error(1, 20)).toBeLessThan(1e-6);
    await bar.getByLabel("Add an indicator").selectOption("RSI");
    await expect.poll(() => page.locator("canvas").count()).toBe(4);
    await expect.poll(async () => Number(await values.nth(2).innerText())).toBeGreaterThan(0);
    await bar.getByLabel("Add an indicator").selectOption("Bollinger bands");
    const period = bar.getByLabel("Bollinger bands: period");
    await period.fill("0 2");
    expect(await period.getAttribute("aria-invalid")).toBe("true");
    await period.fill("30 2.5");
    await period.press("Enter");
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toContain("indicators=sma:10,sma:20,rsi:14:30:70,bollinger:30:2.5");
    await page.reload();
    await expect.poll(() => page.locator("canvas").count(), WAIT).toBe(4);
    await expect.poll(() => values.nth(3).innerText(), WAIT).not.toBe("");
    await look(page, "studio-indicators");
    await bar.getByRole("button", { name: "Remove RSI" }).click();
    await bar.getByRole("button", { name: "Remove Bollinger" }).click();
    await expect.poll(() => page.url()).not.toContain("indicators");
    await expect.poll(() => page.locator("canvas").count()).toBe(3);
  });

  test("goes through the trades by keyboard, and the chart and the address follow", async () => {
    await heading("ma crossover on BTCUSDT, 1 hour").focus();
    const before = await page.locator(".readout time").innerText();
    await page.keyboard.press("]");
    await page.keyboard.press("]");
    await expect.poll(() => page.url()).toContain("trade=2");
    await expect.poll(() => page.locator(".readout time").innerText()).not.toBe(before);
    expect(await page.locator(".readout").innerText()).not.toContain("candles in one");
    await page.keyboard.press("3");
    const chosen = page.getByRole("grid", { name: "Trades" }).locator("[aria-selected=true]");
    expect(await chosen.locator("td").first().innerText()).toBe("2");
    await page.keyboard.press("j");
    await expect.poll(() => page.url()).toContain("trade=3");
    await page.reload();
    await chosen.waitFor(WAIT);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("tab=chart");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("Next trade").waitFor();
    await page.keyboard.press("Escape");
  });

  test("saves the report and the trades as files", async () => {
    for (const [button, ending, content] of [
      ["Save the report", ".html", "<!doctype html>"],
      ["Trades as CSV", ".csv", "entry_time"],
    ] as const) {
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: button }).click();
      const download = await saving;
      expect(download.suggestedFilename()).toContain(ending);
      expect(await readFile(await download.path(), "utf8")).toContain(content);
    }
  });

  test("takes candles that are dropped, and runs an own strategy on them", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await heading("New run").waitFor();
    await look(page, "studio-new-run");
    await drop(page, "WAVE-1h.csv", waveCsv(1500));
    const form = page.getByRole("group", { name: "Import WAVE-1h.csv" });
    expect(await form.getByLabel("Symbol of the file").inputValue()).toBe("WAVE");
    await form.getByRole("button", { name: "Import" }).click();
    await page.getByText("1,500 candles of WAVE").waitFor(WAIT);
    await page.getByLabel("Strategy", { exact: true }).selectOption({ label: "above mean (own)" });
    await page.getByLabel("period").fill("1");
    await page.getByText("Enter a whole number from 2 to 200.").waitFor();
    expect(await page.getByRole("button", { name: "Start the run" }).isDisabled()).toBe(true);
    await page.getByLabel("period").fill("30");
    await page.keyboard.press("Control+Enter");
    await heading("above mean on WAVE, 1 hour").waitFor(WAIT);
    await page.getByText("Largest drawdown").waitFor(WAIT);
    expect(Number(await figure("Trades"))).toBeGreaterThan(10);
    await tab("Configuration").click();
    await page.getByText("SHA-256 of above-mean.ts").waitFor();
    await tab("Trades").click();
    const trades = page.getByRole("grid", { name: "Trades" });
    await trades.getByRole("columnheader", { name: "Entry tag" }).waitFor();
    await trades.getByRole("gridcell", { name: "rose above" }).first().waitFor();
    await trades.scrollIntoViewIfNeeded();
    await look(page, "studio-tagged-trades");
  });

  test("lists the runs as they come, and finds them by words", async () => {
    await page.goto(`${studio.url}/#/runs`);
    await page.getByText("2 of 2 runs").waitFor(WAIT);
    const started = await fetch(`${studio.url}/api/backtests`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ symbol: "ETHUSDT", interval: "60", strategy: "rsi" }),
    });
    expect(started.status).toBe(200);
    await page.getByText("3 of 3 runs").waitFor(WAIT);
    await page.getByRole("link", { name: "rsi on ETHUSDT, 1 hour" }).waitFor();
    await look(page, "studio-runs");
    await page.keyboard.press("/");
    await page.keyboard.type("wave");
    await page.getByText("1 of 3 runs").waitFor();
    expect(page.url()).toContain("q=wave");
  });

  test("sweeps what was run, and a cell of the heat map opens its run", async () => {
    await page.goto(`${studio.url}/#/runs`);
    await page.getByRole("link", { name: "above mean on WAVE, 1 hour" }).click();
    await page.getByRole("link", { name: "Change and run again" }).click();
    await heading("New run").waitFor();
    await page.getByRole("radio", { name: "Sweep" }).check();
    await page.getByLabel("period").fill("10..50/5");
    await page.getByText("9 combinations").waitFor();
    await page.getByRole("button", { name: "Start the sweep" }).click();
    const map = page.getByRole("grid", { name: "sharpe by period" });
    await map.waitFor(WAIT);
    await look(page, "studio-sweep");
    const cells = map.locator("td[data-place]");
    await expect.poll(() => cells.count()).toBe(9);
    await cells.nth(4).focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.url()).toContain("cell=3");
    await cells.nth(4).click();
    await page.getByText("Profit factor").first().waitFor(WAIT);
    await page.getByRole("heading", { name: "Account beside buy and hold" }).waitFor(WAIT);
    await tab("Configuration").click();
    const period = page.locator(".lines > div", { hasText: /^period/ }).locator("dd");
    expect(await period.innerText()).toBe("30");
    await page.goBack();
    await page.goBack();
    await map.waitFor(WAIT);
    await cells.nth(4).click();
    await page.getByRole("heading", { name: "Account beside buy and hold" }).waitFor(WAIT);
    await page.goto(`${studio.url}/#/runs`);
    // The first three, the sweep, and one run for the cell that was opened twice.
    await page.getByText("5 of 5 runs").waitFor(WAIT);
  });

  test("shows a sweep of three dimensions in parallel coordinates, the best first", async () => {
    await page.goto(
      `${studio.url}/#/new?kind=sweep&strategy=ma_crossover&symbol=WAVE&interval=60&limit=1500&p.fast_period=5,10,20&p.slow_period=30..90/20&p.ma_type=sma,ema`,
    );
    await page.getByText("24 combinations").waitFor(WAIT);
    await page.getByRole("button", { name: "Start the sweep" }).click();
    await page.locator("canvas.parallel").waitFor(WAIT);
    const rows = page.getByRole("grid", { name: "Combinations" });
    expect(await rows.getAttribute("aria-rowcount")).toBe("25");
    await look(page, "studio-parallel");
  });

  test("varies options under rules, stops trials early, and tells whether the choice is luck", async () => {
    await page.goto(`${studio.url}/#/new?kind=sweep&strategy=ma_crossover&symbol=WAVE&limit=1500`);
    await page.getByLabel("fast period").fill("5..25/5");
    await page.getByRole("heading", { name: "Rules and costs" }).click();
    await page.getByText("Stops and targets").click();
    await page.getByLabel("stop loss", { exact: true }).fill("0.02, 0.05, none");
    await page.getByText("15 combinations").waitFor();
    await page.getByLabel("Combinations to try").fill("12");
    await page.getByLabel("Seed").fill("3");
    await page.getByLabel("Rules of combinations").fill("fast_period < 25");
    await page.getByLabel("Stop trials early").check();
    await page.getByLabel("Trials before the first stop").fill("2");
    await page.getByLabel("Measure the overfitting").check();
    await page.getByLabel("Blocks").fill("7");
    await page.getByText("Enter an even number, such as 16.").waitFor();
    await page.getByLabel("Blocks").fill("8");
    await page.getByLabel("Cross-validate the choice").check();
    await page.getByText("12 combinations at most").waitFor();
    await look(page, "studio-search");
    await page.getByRole("button", { name: "Start the sweep" }).click();
    await page.getByRole("heading", { name: "Is the choice more than luck?" }).waitFor(WAIT);
    await page.getByText("Probability of overfitting").waitFor();
    await page.getByRole("img", { name: /^Histogram of the logits of [\d,]+ splits/ }).waitFor();
    await page.getByRole("img", { name: /^Return and Sharpe ratio of \d+ paths/ }).waitFor();
    await page.getByRole("grid", { name: /^sharpe by/ }).waitFor();
    await page.getByRole("button", { name: "Parallel coordinates" }).click();
    await page.locator("canvas.parallel").waitFor(WAIT);
    await page.getByRole("link", { name: "Change and run again" }).click();
    await expect.poll(() => page.getByLabel("Blocks").inputValue()).toBe("8");
    expect(await page.getByLabel("stop loss", { exact: true }).inputValue()).toBe(
      "0.02, 0.05, none",
    );
  });

  test("examines a run: its tear sheet beside a benchmark, runs drawn from it, an audit", async () => {
    await page.goto(`${studio.url}/#/new?strategy=ma_crossover&symbol=BTCUSDT&limit=2000`);
    await heading("New run").waitFor();
    await page.getByRole("heading", { name: "Examination" }).click();
    await page.getByRole("checkbox", { name: "Tear sheet" }).check();
    await page.getByLabel("Benchmark").fill("E T");
    await page.getByText("Enter 1 to 64 letters").waitFor();
    await page.getByLabel("Benchmark").fill("ETHUSDT");
    await page.getByRole("checkbox", { name: "Draw runs (Monte Carlo)" }).check();
    await page.getByRole("checkbox", { name: "Audit for looking ahead" }).check();
    await look(page, "studio-new-run-examined");
    await page.getByRole("button", { name: "Start the run" }).click();
    await tab("Tear sheet").click(WAIT);
    await page.getByRole("heading", { name: "Beside ETHUSDT" }).waitFor(WAIT);
    await page.getByRole("img", { name: /^Daily returns from/ }).waitFor(WAIT);
    await page.getByRole("img", { name: /trades, the longest of/ }).waitFor(WAIT);
    const lines = page.locator(".card", { hasText: "Of daily returns" }).locator("dd");
    // Every figure is there: each name is one of the wire's.
    await expect.poll(() => lines.count()).toBe(41);
    expect((await lines.allInnerTexts()).filter((text) => text === "–")).toEqual([]);
    const drawdowns = page.getByRole("region", { name: "Deepest drawdowns" });
    expect(await drawdowns.locator("tbody tr").count()).toBeGreaterThan(0);
    await drawdowns.scrollIntoViewIfNeeded();
    await look(page, "studio-tear-sheet");
    await tab("Robustness").click();
    await page.getByRole("heading", { name: "1,000 drawn runs" }).waitFor(WAIT);
    await page.getByText("No decision changed on 32 shortened series.").waitFor();
    await look(page, "studio-robustness");
    await page.getByRole("link", { name: "Change and run again" }).click();
    await heading("New run").waitFor();
    expect(await page.getByLabel("Benchmark").inputValue()).toBe("ETHUSDT");
    expect(await page.getByRole("checkbox", { name: "Tear sheet" }).isChecked()).toBe(true);
  });

  test("names a run without a strategy by the one that it took", async () => {
    const started = await fetch(`${studio.url}/api/backtests`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ symbol: "SOLUSDT", interval: "60" }),
    });
    expect(started.status).toBe(200);
    await page.goto(`${studio.url}/#/runs?q=wavelet`);
    await page.getByRole("link", { name: "wavelet reversal on SOLUSDT, 1 hour" }).waitFor(WAIT);
    const region = page.getByRole("region", { name: "Runs" });
    // Everything of a run is seen at once on a common screen of 1440 pixels, less two scroll bars of 15.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, width: 1410 });
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.setViewportSize(size);
  });

  test("compares a run with its sweep", async () => {
    await page.goto(`${studio.url}/#/runs?q=above_mean`);
    await page.getByText("3 of 9 runs").waitFor(WAIT);
    await page.keyboard.press("j");
    for (const key of ["x", "j", "x", "j", "x", "c"]) await page.keyboard.press(key);
    await heading("Comparison").waitFor(WAIT);
    await page.getByRole("region", { name: "Figures" }).waitFor(WAIT);
    await expect.poll(() => page.locator(".plot canvas").count()).toBe(1);
    // The run of a cell names each value, the others leave them to the defaults: only the searched one differs.
    const differences = page.getByRole("region", { name: "Differences" });
    await differences.getByRole("rowheader", { name: "period", exact: true }).waitFor();
    expect(await differences.getByRole("rowheader", { name: "maker fee" }).count()).toBe(0);
    await look(page, "studio-compare");
  });

  test("shows each window of a walk-forward with its choice", async () => {
    await page.goto(
      `${studio.url}/#/new?kind=walk_forward&strategy=above_mean&symbol=WAVE&interval=60&limit=1500&p.period=10..40/10&train=500&test=250`,
    );
    await page.getByRole("button", { name: "Start the walk-forward" }).click();
    const windows = page.getByRole("region", { name: "Windows" });
    await windows.waitFor(WAIT);
    await expect.poll(() => windows.getByRole("row").count()).toBe(5);
    await page.getByRole("img", { name: /windows over time/ }).waitFor(WAIT);
    await look(page, "studio-walk-forward");
  });

  test("shows the data that is there, and examines a series", async () => {
    await page.goto(`${studio.url}/#/data?symbol=WAVE`);
    await page.getByRole("region", { name: "Imported series" }).getByText("WAVE").waitFor(WAIT);
    await page.getByRole("button", { name: "Examine" }).click();
    // All of them, in two answers.
    await page.getByText("1,500 from csv (csv)").waitFor(WAIT);
    const gaps = page.locator(".lines > div", { hasText: /^Gaps/ }).locator("dd");
    expect(await gaps.innerText()).toBe("none");
    await look(page, "studio-data");
  });

  test("lists the strategies, and asks one for its signal", async () => {
    await page.goto(`${studio.url}/#/strategies`);
    await page.getByRole("heading", { name: "above mean" }).waitFor(WAIT);
    await page.getByRole("button", { name: "Ask for its signal" }).click();
    await page.getByRole("region", { name: "Signals" }).getByText("BTCUSDT").first().waitFor(WAIT);
    await expect.poll(() => page.getByRole("link", { name: "Run it" }).count()).toBe(7);
    await look(page, "studio-strategies");
  });

  test("trades on the paper account: an order, its position, a cancellation, a close", async () => {
    await page.goto(`${studio.url}/#/account`);
    await page.getByText("100,000 USDT").waitFor(WAIT);
    await page.getByLabel("Quantity").fill("0.5");
    await page.getByRole("button", { name: "Place the order" }).click();
    const positions = page.getByRole("region", { name: "Positions" });
    await positions.getByText("long").waitFor(WAIT);
    await page.getByLabel("Type").selectOption("limit");
    await page.getByLabel("Limit price").fill("10");
    await page.getByRole("button", { name: "Place the order" }).click();
    const orders = page.getByRole("region", { name: "Orders" });
    await orders.getByRole("button", { name: "Cancel" }).waitFor(WAIT);
    await look(page, "studio-account");
    await orders.getByRole("button", { name: "Cancel" }).click();
    await orders.getByText("cancelled").waitFor(WAIT);
    await positions.getByRole("button", { name: "Close" }).click();
    await positions.getByRole("button", { name: "Close at the market" }).click();
    await page.getByText("Nothing is held.").waitFor(WAIT);
    const held = await fetch(`${studio.url}/api/execution/positions`);
    expect(await held.json()).toEqual({ success: true, positions: [] });
  });

  test("had no fault on the console and asked nobody but its server", () => {
    expect(faults).toEqual([]);
  });

  test("greys what is stale when the server is gone, and says so", async () => {
    const other = await openStudio();
    try {
      const { page: left } = await visit(browser, other.url);
      await left.getByText("Nothing was run yet.").waitFor(WAIT);
      await left.getByText("live", { exact: true }).waitFor(WAIT);
      expect(await left.locator(".stale").count()).toBe(0);
      await other.stop();
      await left.locator(".stale").waitFor(WAIT);
      await left.getByText("What is shown below is what was known then").waitFor();
    } finally {
      await other.close();
    }
  });

  test("asks for a key where the server wants one, and never puts it into the address", async () => {
    const guarded = await openStudio({ API_KEYS: "studio-key-of-a-test-0123456789" });
    try {
      const { page: entry } = await visit(browser, guarded.url, { allowed: /401/ });
      await entry.getByRole("heading", { name: "Sign in" }).waitFor(WAIT);
      await look(entry, "studio-sign-in");
      await entry.getByLabel("Key", { exact: true }).fill("another-key-of-a-test-0123456789");
      await entry.getByRole("button", { name: "Open" }).click();
      await entry.getByRole("alert").filter({ hasText: "key" }).first().waitFor(WAIT);
      await entry.getByLabel("Key", { exact: true }).fill("studio-key-of-a-test-0123456789");
      await entry.getByRole("button", { name: "Open" }).click();
      await entry.getByText("Nothing was run yet.").waitFor(WAIT);
      expect(entry.url()).not.toContain("studio-key");
    } finally {
      await guarded.close();
    }
  });
});
