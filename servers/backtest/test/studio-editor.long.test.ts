/** The editor of own strategies in the studio: written, refused by line, mended, saved and run, without a mouse. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const KEY = "a-key-of-the-author-1";
const folder = mkdtempSync(join(tmpdir(), "bourse-studio-editor-"));
const WAIT = { timeout: 60_000 };

describe.skipIf(isBrowserAbsent)("the editor of strategies", { timeout: 300_000 }, () => {
  let studio: Studio;
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];

  const editor = () => page.getByRole("textbox", { name: "Source of mine" });
  /** Puts the cursor at the end of the source. */
  const toEnd = async (): Promise<void> => {
    await editor().focus();
    await page.keyboard.press("Control+End");
  };

  beforeAll(async () => {
    studio = await openStudio({
      STRATEGIES_DIR: folder,
      STRATEGY_EDITING: "yes",
      API_KEYS: KEY,
    });
    browser = await openBrowser();
    // The browser itself tells of answers 401, 412 and 422.
    ({ page, faults } = await visit(browser, studio.url, { allowed: /status of 4(?:01|12|22)/u }));
    await page.getByLabel("Key").fill(KEY);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your first run" }).waitFor(WAIT);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    rmSync(folder, { recursive: true });
  });

  test("a new strategy is written, refused with its line, mended, saved and run by keyboard", async () => {
    await page.goto(`${studio.url}/#/strategies`);
    await page.getByRole("link", { name: "Write a strategy" }).press("Enter");
    await page.getByRole("textbox", { name: "Name" }).fill("Mine");
    await page.keyboard.press("Enter");
    await page.getByText("A lower-case letter, then at most 63").waitFor(WAIT);
    await page.getByRole("textbox", { name: "Name" }).fill("mine");
    await page.keyboard.press("Enter");
    await editor().waitFor(WAIT);
    await toEnd();
    await page.keyboard.type("enum Side { Long }");
    await page.keyboard.press("Control+s");
    const line = page.getByRole("button", { name: /^Line 2\d$/u });
    await line.waitFor(WAIT);
    await page
      .getByRole("alert")
      .getByText(/enum is not supported/u)
      .waitFor();
    await look(page, "studio-editor");
    await line.press("Enter");
    await page.keyboard.press("Control+Shift+K");
    await page.getByRole("button", { name: "Save and run" }).press("Enter");
    await page.getByRole("region", { name: "The run" }).waitFor(WAIT);
    expect(readFileSync(join(folder, "mine.ts"), "utf8")).toContain('name: "mine"');
  });

  test("what is not saved survives a step to another page, and a change by others is not overwritten", async () => {
    await page.goto(`${studio.url}/#/strategies/edit/mine`);
    await toEnd();
    await page.keyboard.type("// mine alone");
    await page.getByText("not saved", { exact: true }).waitFor(WAIT);
    await page.goto(`${studio.url}/#/runs`);
    await page.goto(`${studio.url}/#/strategies/edit/mine`);
    await editor().waitFor(WAIT);
    await toEnd();
    await editor().getByText("// mine alone").waitFor(WAIT);
    const theirs = readFileSync(join(folder, "mine.ts"), "utf8").replace("1.0.0", "1.1.0");
    writeFileSync(join(folder, "mine.ts"), theirs);
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await page.getByText("has another text than the one").waitFor(WAIT);
    expect(readFileSync(join(folder, "mine.ts"), "utf8")).toBe(theirs);
    await page.getByRole("button", { name: "Drop my changes" }).press("Enter");
    await editor().getByText("1.1.0").waitFor(WAIT);
    expect(faults).toEqual([]);
  });
});
