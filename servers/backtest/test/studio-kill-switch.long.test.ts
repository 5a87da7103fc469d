/** The kill switch in the studio: set, changed and released by hand and by key, seen at once, its refusals in words. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const WAIT = { timeout: 60_000 };
/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of 4\d\d|ERR_FAILED/u;
const KEYS = ["studio-key-of-ann-0123456789", "studio-key-of-ben-0123456789"] as const;

const cardOf = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Kill switch" }) });

async function release(page: Page): Promise<void> {
  await cardOf(page).getByRole("button", { name: "Release …" }).click();
  await cardOf(page).getByRole("button", { name: "Release it" }).click();
}

describe.skipIf(isBrowserAbsent)("the kill switch in the studio", { timeout: 180_000 }, () => {
  let browser: Browser;
  let folder: string;
  let file: string;
  let studio: Studio;

  beforeAll(async () => {
    browser = await openBrowser();
    folder = await mkdtemp(join(tmpdir(), "bourse-switch-"));
    file = join(folder, "stop");
    studio = await openStudio({ KILL_SWITCH_FILE: file });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const visited = async (): Promise<{ page: Page; faults: readonly string[] }> => {
    const seen = await visit(browser, studio.url, { allowed: REFUSED });
    onTestFinished(() => seen.page.context().close());
    await seen.page.getByText("live", { exact: true }).waitFor(WAIT);
    return seen;
  };

  const place = (quantity: string): Promise<Response> =>
    fetch(`${studio.url}/api/execution/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ symbol: "BTCUSDT", side: "buy", order_type: "market", quantity }),
    });

  test("is set by keys alone, seen by other readers at once, closes what is held, and is released", async () => {
    expect((await place("0.5")).status).toBeLessThan(300);
    const other = await visited();
    const { page, faults } = await visited();
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await expect.poll(() => page.getByLabel("Reason").isVisible(), WAIT).toBe(true);
    await cardOf(page).getByText("Orders are placed as they come.").waitFor(WAIT);
    await look(page, "studio-switch-form");
    await page.getByLabel("Reason").focus();
    await page.keyboard.press("Escape");
    await cardOf(page).getByRole("button", { name: "Stop all orders …" }).press("Enter");
    await page.keyboard.type("prices look wrong");
    await page.keyboard.press("Enter");
    await cardOf(page).getByText("on: frozen").waitFor(WAIT);
    await cardOf(page)
      .getByText(/set over the API: prices look wrong$/u)
      .waitFor(WAIT);
    await other.page.getByRole("link", { name: "orders are stopped" }).waitFor(WAIT);
    await look(page, "studio-switch-on");

    const refused = await place("0.5");
    expect([refused.status, refused.headers.get("x-error-code")]).toEqual([422, "RISK_REFUSED"]);
    await page.getByLabel("Quantity").fill("0.5");
    await page.getByRole("button", { name: "Place the order" }).click();
    await page
      .getByText(/kill switch/u)
      .last()
      .waitFor(WAIT);
    expect(await page.getByText("may have been placed").count()).toBe(0);

    const positions = page.getByRole("region", { name: "Positions" });
    await positions.getByText("0.5", { exact: true }).waitFor(WAIT);
    await cardOf(page).getByRole("button", { name: "Change the mode …" }).click();
    await page.getByLabel("Mode").selectOption("flatten");
    await page.getByRole("button", { name: "Flatten everything" }).click();
    await page.getByText("Nothing is held.").waitFor(WAIT);

    await release(page);
    await cardOf(page).getByText("Orders are placed as they come.").waitFor(WAIT);
    await expect
      .poll(
        () => other.page.getByRole("link", { name: /orders are stopped|closing/u }).count(),
        WAIT,
      )
      .toBe(0);
    expect((await place("0.25")).status).toBeLessThan(300);
    expect(other.faults).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("that a file holds on says so, and that the file has to go first", async () => {
    const { page, faults } = await visited();
    await page.goto(`${studio.url}/#/account`);
    await writeFile(file, "freeze");
    await cardOf(page)
      .getByText(/by the file KILL_SWITCH_FILE of the server/u)
      .waitFor(WAIT);
    await release(page);
    await cardOf(page)
      .getByText(/remove the file first/u)
      .waitFor(WAIT);
    await cardOf(page).getByText("on: frozen").waitFor(WAIT);
    await rm(file);
    await cardOf(page).getByRole("button", { name: "Release it" }).click();
    await cardOf(page).getByText("Orders are placed as they come.").waitFor(WAIT);
    expect(faults).toEqual([]);
  });

  test("is unknown before it is read, and a set without an answer may have been done", async () => {
    const { page } = await visit(browser, studio.url, { allowed: REFUSED });
    onTestFinished(() => page.context().close());
    await page.route("**/api/kill-switch", () => new Promise(() => {}));
    await page.goto(`${studio.url}/#/account`);
    await page.reload();
    await cardOf(page).getByText("unknown", { exact: true }).waitFor(WAIT);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await cardOf(page).getByText("Orders are placed as they come.").waitFor(WAIT);
    await page.route("**/api/kill-switch", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      await route.fetch();
      return route.abort();
    });
    await cardOf(page).getByRole("button", { name: "Stop all orders …" }).click();
    await page.getByLabel("Reason").fill("a line that breaks");
    await page.getByRole("button", { name: "Freeze all orders" }).click();
    await cardOf(page)
      .getByText(/It may have been done/u)
      .waitFor(WAIT);
    await cardOf(page).getByText("on: frozen").waitFor(WAIT);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await cardOf(page).getByRole("button", { name: "Back" }).click();
    await release(page);
    await expect.poll(() => cardOf(page).getByText("off", { exact: true }).count(), WAIT).toBe(1);
  });

  test("that another key has to release says so, and that key does", async () => {
    const guarded = await openStudio({
      API_KEYS: KEYS.join(","),
      KILL_SWITCH_RELEASE: "other_key",
    });
    onTestFinished(() => guarded.close());
    const enter = async (key: string): Promise<Page> => {
      const { page } = await visit(browser, guarded.url, { allowed: REFUSED });
      onTestFinished(() => page.context().close());
      await page.getByLabel("Key").fill(key);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("every 2 s").waitFor(WAIT);
      await page.getByRole("link", { name: "Account" }).click();
      return page;
    };
    const ann = await enter(KEYS[0]);
    await cardOf(ann).getByRole("button", { name: "Stop all orders …" }).click();
    await ann.getByLabel("Reason").fill("four eyes");
    await ann.getByRole("button", { name: "Freeze all orders" }).click();
    await cardOf(ann).getByText("on: frozen").waitFor(WAIT);
    await release(ann);
    await cardOf(ann)
      .getByText(/released by another API key than the one that set it/u)
      .waitFor(WAIT);
    await look(ann, "studio-switch-refused");
    const ben = await enter(KEYS[1]);
    await release(ben);
    await cardOf(ben).getByText("Orders are placed as they come.").waitFor(WAIT);
    await expect.poll(() => cardOf(ann).getByText("off", { exact: true }).count(), WAIT).toBe(1);
  });
});
