/** Runs on the markets of the world as the studio's page shows them, against an account by trading day. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { drawnCases } from "../../../test/support/rounds.ts";
import { visit } from "../../../test/support/visit.ts";
import {
  cases,
  csvOf,
  expectShown,
  figuresOf,
  strategy,
  type ShownFigures,
} from "./markets-of-the-world.ts";
import { openStudio, type Studio } from "./support/studio.ts";

/** Figures of the page by their words. */
const SHOWN: ShownFigures = {
  Return: ["total_return", 100],
  "Buy and hold": ["buy_hold_return", 100],
  "Largest drawdown": ["max_drawdown", 100],
  Trades: ["total_trades", 1],
  "Final capital": ["final_capital", 1],
  "Return a year": ["annual_return", 100],
  "Volatility a year": ["annual_volatility", 100],
  Sharpe: ["sharpe", 1],
  Sortino: ["sortino", 1],
  Calmar: ["calmar", 1],
  Won: ["win_rate", 100],
  Best: ["best_trade", 100],
  Mean: ["avg_return", 100],
};

const SERIES = cases.map((one, at) => ({ at, ...one }));

describe.skipIf(isBrowserAbsent)("a run's page", { timeout: 60_000 }, () => {
  let studio: Studio;
  let browser: Browser;

  beforeAll(async () => {
    studio = await openStudio({ DATA_PROVIDER: "csv" });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  test.each(drawnCases(SERIES, 4))("of $name has its figures", async (one) => {
    const { at, calendar, interval, market } = one;
    const text = csvOf(one, at);
    const symbol = `MARKET${at}`;
    const post = async (path: string, type: string, body: string): Promise<unknown> => {
      const headers = { "content-type": type };
      const answer = await fetch(studio.url + path, { method: "POST", headers, body });
      expect(answer.status, await answer.clone().text()).toBe(200);
      return await answer.json();
    };
    const path = `/api/data/import?symbol=${symbol}&interval=${interval}`;
    await post(path, "text/csv", text);
    const rules = { calendar, ...(market.isFlat && { flat_by_close: true }) };
    const asked = { symbol, interval, limit: 100_000, ...strategy, ...rules };
    const job = await post("/api/backtests", "application/json", JSON.stringify(asked));
    const { job_id: uuid } = job as { readonly job_id: string };

    const { page, faults } = await visit(browser, `${studio.url}/#/runs/${uuid}`);
    await page.getByText("Longest drawdown").waitFor();
    const pairs = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll("dl.tiles > div, dl.lines > div")].map((row) =>
        [row.querySelector("dt").textContent, row.querySelector("dd").textContent.trim()])`,
    );
    // The tiles stand before the table and round the same figure likewise.
    expectShown(new Map(pairs), SHOWN, figuresOf(text, market));
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
