/** The studio while things happen: a long job is followed and cancelled, a server goes away and comes back. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const WAIT = { timeout: 60_000 };

describe.skipIf(isBrowserAbsent)("the studio while things happen", { timeout: 180_000 }, () => {
  let studio: Studio;
  let browser: Browser;

  beforeAll(async () => {
    studio = await openStudio();
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${studio.url}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("follows a long sweep as it goes, in the list and on its page, and cancels it", async () => {
    const { page, faults } = await visit(browser, studio.url);
    await page.goto(
      `${studio.url}/#/new?kind=sweep&strategy=wavelet_reversal&interval=1&limit=300000` +
        "&p.window=40..400/4&p.min_signal_threshold=0.76..0.99/0.01",
    );
    await page.getByText("2,184 combinations").waitFor(WAIT);
    await page.getByRole("button", { name: "Start the sweep" }).click();
    const bar = page.getByRole("progressbar", { name: "Progress of the run" });
    await bar.waitFor(WAIT);
    const progress = async (): Promise<number> => Number(await bar.getAttribute("value"));
    await expect.poll(progress, WAIT).toBeGreaterThan(0);
    const before = await progress();
    await expect.poll(progress, WAIT).toBeGreaterThan(before);
    await page.getByText("candles a second").waitFor(WAIT);
    await look(page, "studio-progress");
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.getByText(/^running \d+ %$/u).waitFor(WAIT);
    await page.goBack();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The run was cancelled.").waitFor(WAIT);
    await page.getByRole("button", { name: "Run again" }).waitFor(WAIT);
    expect(await bar.count()).toBe(0);
    const jobs = (await (await fetch(`${studio.url}/api/jobs`)).json()) as { status: string }[];
    expect(jobs.map(({ status }) => status)).toEqual(["cancelled"]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("greys what is stale while the server is away, and has the news when it is back", async () => {
    // The browser itself writes a line for each call that nobody answers.
    const { page, faults } = await visit(browser, studio.url, {
      allowed: /ERR_CONNECTION_REFUSED|WebSocket/u,
    });
    await page.getByText("1 of 1 runs").waitFor(WAIT);
    await page.getByText("live", { exact: true }).waitFor(WAIT);
    await studio.stop();
    await page.locator(".stale").waitFor(WAIT);
    await look(page, "studio-away");
    await studio.restart();
    const started = await post("backtests", { interval: "60", strategy: "rsi" });
    expect(started.status).toBe(200);
    await page.getByText("2 of 2 runs").waitFor(WAIT);
    await expect.poll(() => page.locator(".stale").count(), WAIT).toBe(0);
    await page.getByText("live", { exact: true }).waitFor(WAIT);
    // The socket is back, too: what happens now is told without a call of the page.
    await post("backtests", { interval: "60", strategy: "bollinger_bands" });
    await page.getByText("3 of 3 runs").waitFor(WAIT);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
