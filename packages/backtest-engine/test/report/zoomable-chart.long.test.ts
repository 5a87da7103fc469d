/** The price chart in a browser: it zooms and moves, alone under its policy, with a picture where nothing runs. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { rsi, sma } from "@bourse/indicators";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  faultsOf,
  isBrowserAbsent,
  listenTo,
  openBrowser,
  overflowOf,
} from "../../../../test/support/browser.ts";
import { backtest } from "../../src/index.ts";
import { report, REPORT_POLICY } from "../../src/report/index.ts";

const HOUR = 3600;

async function examplePage(): Promise<string> {
  const { candles } = await createSimulatedProvider({ seed: 3 }).candles({
    symbol: "BTCUSDT",
    interval: "60",
    endTime: Date.UTC(2024, 6, 1),
    limit: 2000,
  });
  const indicators = [
    { name: "SMA 20", values: sma(candles.close, 20) },
    { name: "RSI 14", values: rsi(candles.close, 14), pane: "below" as const },
  ];
  return report(backtest(candles, { strategy: "ma_crossover" }), { candles, indicators });
}

interface Seen {
  readonly from: number;
  readonly to: number;
}

/** The span in sight as the page states it, seconds. */
async function spanOf(page: Page): Promise<Seen> {
  const { from, to } = await page.evaluate<Record<"from" | "to", string>>(
    "({ ...document.getElementById('price').dataset })",
  );
  return { from: Number(from), to: Number(to) };
}

const widthOf = ({ from, to }: Seen): number => to - from;

/** Pixels of the canvas of the price, as text: the same text is the same picture. */
const pictureOf = (page: Page, place = "#price"): Promise<string> =>
  page.evaluate<string>(`document.querySelector("${place} canvas").toDataURL()`);

describe.skipIf(isBrowserAbsent)("the price chart of a report", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-report-"));
  const file = join(folder, "report.html");
  let browser: Browser;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const text = await examplePage();
    writeFileSync(file, text);
    browser = await openBrowser();
    server = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html; charset=utf-8");
      answer.setHeader("content-security-policy", REPORT_POLICY);
      answer.end(text);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function open(options: BrowserContextOptions = {}, from = `file://${file}`): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
    onTestFinished(() => page.close());
    await page.goto(from);
    return page;
  }

  test("zooms by its buttons and by Ctrl + wheel around the pointer, and shows everything again", async () => {
    const page = await open();
    const whole = await spanOf(page);
    const before = await pictureOf(page);
    expect(widthOf(whole)).toBeCloseTo(2000 * HOUR, -2);
    await page.getByRole("button", { name: "Zoom in" }).click();
    const half = await spanOf(page);
    expect(widthOf(half)).toBeCloseTo(widthOf(whole) / 2, -2);
    expect((half.from + half.to) / 2).toBeCloseTo((whole.from + whole.to) / 2, -2);
    expect(await pictureOf(page)).not.toBe(before);
    const box = (await page.locator("#price .u-over").boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.75, box.y + 50);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expect.poll(async () => widthOf(await spanOf(page))).toBeLessThan(widthOf(half) * 0.9);
    const near = await spanOf(page);
    const place = (seen: Seen): number => seen.from + 0.75 * widthOf(seen);
    expect(Math.abs(place(near) - place(half))).toBeLessThan(HOUR);
    await page.mouse.dblclick(box.x + 20, box.y + 20);
    expect(await spanOf(page)).toEqual(whole);
    expect(await pictureOf(page)).toBe(before);
  });

  test("goes no nearer than ten candles and no further than all", async () => {
    const page = await open();
    const whole = await spanOf(page);
    const press = async (name: string): Promise<void> => {
      for (let k = 0; k < 12; k++) await page.getByRole("button", { name }).click();
    };
    await press("Zoom in");
    expect(widthOf(await spanOf(page))).toBeCloseTo(10 * HOUR, -2);
    await press("Later");
    await press("Zoom out");
    expect(await spanOf(page)).toEqual(whole);
  });

  test("moves by dragging, together with the lines below it, and stays within the candles", async () => {
    const page = await open();
    const whole = await spanOf(page);
    await page.getByRole("button", { name: "Zoom in" }).click();
    const start = await spanOf(page);
    const below = await pictureOf(page, "#below-0");
    const box = (await page.locator("#price .u-over").boundingBox())!;
    const drag = async (by: number): Promise<void> => {
      await page.mouse.move(box.x + box.width / 2, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + by, box.y + 60, { steps: 4 });
      await page.mouse.up();
    };
    await drag(100);
    const moved = await spanOf(page);
    expect(widthOf(moved)).toBeCloseTo(widthOf(start), -1);
    const expected = start.from - (100 / box.width) * widthOf(start);
    expect(Math.abs(moved.from - expected)).toBeLessThan(HOUR);
    expect(await pictureOf(page, "#below-0")).not.toBe(below);
    for (let k = 0; k < 4; k++) await drag(500);
    expect((await spanOf(page)).from).toBe(whole.from);
  });

  test("says what the candle under the pointer was", async () => {
    const page = await open();
    const box = (await page.locator("#price .u-over").boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + 60);
    await expect
      .poll(() => page.locator(".readout").textContent())
      .toMatch(
        /^2024-04-08 \d\d:00 UTC: open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+\./u,
      );
  });

  test("lets no injected script run, from the file and from a server", async () => {
    for (const from of [`file://${file}`, url]) {
      const page = await open({}, from);
      const heard = listenTo(page);
      await page.evaluate(`(() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'taken'";
        document.body.append(script);
        const image = document.createElement("img");
        image.setAttribute("onerror", "document.title = 'taken'");
        image.src = "x";
        document.body.append(image);
        const far = document.createElement("script");
        far.src = "${url}far.js";
        document.body.append(far);
      })()`);
      await expect
        .poll(() => heard.filter((line) => line.includes("Content Security Policy")).length)
        .toBeGreaterThan(2);
      expect(await page.title()).toBe("ma crossover");
    }
  });

  test("asks for nothing and says nothing while it is used, under the policy of a server too", async () => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    onTestFinished(() => page.close());
    const heard = listenTo(page);
    await page.goto(url);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Earlier" }).click();
    await page.setViewportSize({ width: 500, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await page.locator("#price canvas").isVisible()).toBe(true);
    expect(heard).toEqual([url]);
  });

  test("is a picture where no script runs, and on paper", async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.locator("#price .plot svg").isVisible()).toBe(true);
    expect(await page.locator("#price canvas").count()).toBe(0);
    expect(await page.locator("#below-0 .plot svg").isVisible()).toBe(true);
    const live = await open();
    expect(await live.locator("#price .plot svg").isVisible()).toBe(false);
    await live.emulateMedia({ media: "print" });
    expect(await live.locator("#price .plot svg").isVisible()).toBe(true);
    expect(await live.locator("#price canvas").isVisible()).toBe(false);
  });

  test.each([
    { colorScheme: "light", width: 1200 },
    { colorScheme: "dark", width: 1200 },
    { colorScheme: "dark", width: 320 },
  ] as const)(
    "$colorScheme, $width pixels: no fault for axe, nothing wider than the page",
    async ({ colorScheme, width }) => {
      const page = await open({ colorScheme, viewport: { width, height: 900 } });
      await page.getByRole("button", { name: "Zoom in" }).click();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await faultsOf(page)).toEqual([]);
    },
  );
});
