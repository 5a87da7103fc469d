/** The parts in a browser, under the policy that servers send with a page. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import type { Browser } from "playwright-core";
import { build, defaultClientConditions } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { expectEveryPageFits } from "../../../test/support/every-page.ts";
import { plainFrameOf, scrollThrough, tasksDuring } from "../../../test/support/measures.ts";
import { look, visit } from "../../../test/support/visit.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};
const FRAMES = 120;

describe.skipIf(isBrowserAbsent)("the parts", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-parts-"));
  const server = createServer(({ url = "/" }, response) => {
    const name = url === "/" ? "index.html" : url;
    const headers = { "content-type": TYPES[extname(name)], "content-security-policy": POLICY };
    response.writeHead(200, headers).end(readFileSync(join(folder, name)));
  });
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    await build({
      configFile: false,
      root: join(import.meta.dirname, "page"),
      base: "./",
      logLevel: "error",
      resolve: { conditions: ["@bourse/source", ...defaultClientConditions] },
      oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
      build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a table of 100,000 rows draws those in sight, tells how many there are, and is walked by keys", async () => {
    const { page, faults } = await visit(browser, url);
    const grid = page.getByRole("grid", { name: "Rows" });
    await grid.waitFor();
    const drawn = (): Promise<number> => grid.locator("tbody tr:not(.gap)").count();
    expect(await grid.getAttribute("aria-rowcount")).toBe("100001");
    expect(await drawn()).toBeLessThan(80);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("j");
    await expect.poll(() => page.url()).toBe(`${url}/#/?row=1`);
    await grid.focus();
    await page.keyboard.press("End");
    const last = grid.getByRole("row", { selected: true });
    await expect.poll(() => last.getAttribute("aria-rowindex")).toBe("100001");
    await expect.poll(() => last.innerText()).toContain("9999800001");
    expect(await drawn()).toBeLessThan(80);
    const seen = await page.getByRole("region", { name: "Rows" }).boundingBox();
    const row = await last.boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(
      (seen?.y ?? 0) + (seen?.height ?? 0) + 1,
    );
    await page.keyboard.press("PageUp");
    await expect.poll(() => last.getAttribute("aria-rowindex")).not.toBe("100001");
    await page.keyboard.press("Home");
    await expect.poll(() => last.getAttribute("aria-rowindex")).toBe("2");
    await page.keyboard.press("Enter");
    await page.getByText("Opened: 0").waitFor();
    await look(page, "parts-rows");
    await page.reload();
    await page.getByText("Opened: 0").waitFor();
    await expect.poll(() => last.getAttribute("aria-rowindex")).toBe("2");
    // The keys of a list need no focus.
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByText("Opened: 1").waitFor();
    expect(faults).toEqual([]);
  });

  test("the rows of a table stay under a fast scroll: there is always one where the reader looks", async () => {
    const { page } = await visit(browser, url);
    const region = page.getByRole("region", { name: "Rows" });
    await region.waitFor();
    for (const part of [0.1, 0.9, 0.5, 1, 0]) {
      await region.evaluate((element, share) => {
        element.scrollTop = share * (element.scrollHeight - element.clientHeight);
      }, part);
      const expected = Math.round(part * 100_000);
      await expect
        .poll(async () => {
          const first = await region
            .locator("tbody tr:not(.gap)")
            .first()
            .getAttribute("aria-rowindex");
          return Math.abs(Number(first) - expected);
        })
        .toBeLessThan(100);
    }
  });

  test("a table of 100,000 rows is scrolled through with at most twice the work of a plain table of 40", async ({
    annotate,
  }) => {
    const { page, faults } = await visit(browser, url);
    const region = page.getByRole("region", { name: "Rows" });
    await region.waitFor();
    const plain = await plainFrameOf(page);
    const { all, longest } = await tasksDuring(page, () => scrollThrough(page, ".virtual", FRAMES));
    const each = all / FRAMES;
    await annotate(
      `a frame takes ${each.toFixed(1)} ms of the processor, ${(each / plain).toFixed(1)} times that of a plain table, the longest task ${longest.toFixed(1)} ms`,
    );
    expect(each / plain).toBeLessThan(2);
    expect(faults).toEqual([]);
  });

  test("j, k and Enter go through all lists of a page without a focus, and ? tells of them", async () => {
    const { page, faults } = await visit(browser, `${url}/#/lists`);
    const opened = (what: string): Promise<void> => page.getByText(`Opened: ${what}`).waitFor();
    await page.getByRole("grid", { name: "Grid" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await opened("Bitcoin");
    for (const key of ["j", "j", "k", "Enter"]) await page.keyboard.press(key);
    await opened("Ether");
    // Past the last row of the table the grid begins, and past its first row the table ends.
    for (const key of ["j", "j", "j", "Enter"]) await page.keyboard.press(key);
    await opened("row 1");
    for (const key of ["k", "k", "Enter"]) await page.keyboard.press(key);
    await opened("Solana");
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.waitFor();
    for (const text of ["Next row", "Row before", "Open the row"]) {
      expect(await keys.getByText(text).count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await look(page, "parts-lists");
    await expectEveryPageFits(page, url, ["lists"]);
    // Where columns do not fit, each value stands beside the name of its column.
    await page.setViewportSize({ width: 390, height: 844 });
    const cell = page.getByRole("grid", { name: "Grid" }).getByRole("gridcell").nth(1);
    await expect.poll(() => cell.getAttribute("data-name")).toBe("Letters");
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("a toast is told in a region that was there before it, and its way back works", async () => {
    const { page, faults } = await visit(browser, `${url}/#/toasts`);
    const region = page.getByRole("status");
    await expect.poll(() => region.count()).toBe(1);
    await page.getByRole("button", { name: "Remove" }).click();
    await region.getByText("One thing is gone.").waitFor();
    await look(page, "parts-toast");
    await page.getByRole("button", { name: "Undo" }).click();
    await region.getByText("It is back.").waitFor();
    expect(await region.getByText("One thing is gone.").count()).toBe(0);
    await page.getByRole("button", { name: "Dismiss: It is back." }).click();
    expect(await region.getByText("It is back.").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("a key runs its own command in the instant in which the commands of a page change", async () => {
    const { page, faults } = await visit(browser, `${url}/#/changes`);
    const drawn = page.getByText("One command, done: nothing");
    await drawn.waitFor();
    // The drawing is one microtask away; the next frame must not come before the key.
    await drawn.evaluate(async (line) => {
      line.parentElement?.querySelector("button")?.click();
      while (line.textContent?.startsWith("Two") !== true) await Promise.resolve();
      line.dispatchEvent(new KeyboardEvent("keydown", { key: "y", bubbles: true }));
    });
    await page.getByText("Two commands, done: approve").waitFor();
    expect(faults).toEqual([]);
  });

  test("a figure of any size stands whole in its tile, on a phone too", async () => {
    const { page, faults } = await visit(browser, `${url}/#/figures`);
    await page.getByRole("definition").first().waitFor();
    await look(page, "parts-figures");
    await page.setViewportSize({ width: 320, height: 800 });
    const tiles = await page.getByRole("definition").evaluateAll((elements) =>
      elements.map(({ textContent, scrollWidth, clientWidth }) => ({
        text: textContent,
        isCut: scrollWidth > clientWidth,
      })),
    );
    expect(tiles.filter(({ isCut }) => isCut)).toEqual([]);
    expect(tiles.map(({ text }) => text)).toContain("1,000,000,000,000,000.00");
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("high contrast follows the system, or the reader's choice, which the browser keeps", async () => {
    const { page, faults } = await visit(browser, `${url}/#/figures`);
    const ground = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(ground).toBe("rgb(18, 22, 27)");
    await page.emulateMedia({ colorScheme: "dark", contrast: "more" });
    await expect.poll(ground).toBe("rgb(0, 0, 0)");
    await page.emulateMedia({ colorScheme: "dark", contrast: "no-preference" });
    await expect.poll(ground).toBe("rgb(18, 22, 27)");
    await page.getByRole("button", { name: "Appearance" }).click();
    await page.getByRole("group", { name: "Theme" }).getByLabel("Light").check();
    await page.getByRole("group", { name: "Contrast" }).getByLabel("High").check();
    await look(page, "parts-appearance");
    await page.reload();
    await expect.poll(() => page.locator("html").getAttribute("data-contrast")).toBe("more");
    await page.emulateMedia({ colorScheme: "dark", contrast: "no-preference" });
    await expect.poll(ground).toBe("rgb(255, 255, 255)");
    expect(await page.evaluate("document.fonts.check('14px Inter')")).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
