/** Paper sessions in the studio: started from the form, followed live, compared, acted on; candles of a second. */

import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio } from "./support/studio.ts";

const WAIT = { timeout: 60_000 };
/** Refused and broken calls stand in the browser's console by themselves. */
const REFUSED = /status of 4\d\d|ERR_FAILED/u;

const headOf = (page: Page) => page.getByRole("region", { name: "The session", exact: true });
const tabOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "The session" }).getByRole("link", { name });

/** Asks for an act, and does it once it has said what it does. */
async function act(page: Page, word: string, told: RegExp): Promise<void> {
  await headOf(page)
    .getByRole("button", { name: `${word} …` })
    .click();
  const asked = page.getByRole("group", { name: `${word} the session` });
  await asked.getByText(told).waitFor(WAIT);
  await asked.getByRole("button", { name: `${word} the session` }).click();
}

test.skipIf(isBrowserAbsent)(
  "a paper session is started, followed, compared with its simulation, and ended",
  { timeout: 480_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const studio = await openStudio();
    onTestFinished(() => studio.close());
    const { page, faults } = await visit(browser, studio.url, { allowed: REFUSED });
    await page.getByText("live", { exact: true }).waitFor(WAIT);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByText("No session yet.").waitFor(WAIT);

    await page.keyboard.press("n");
    await page.getByLabel("Strategy", { exact: true }).selectOption("ma_crossover");
    await page.getByLabel("fast period").fill("2");
    await page.getByLabel("slow period").fill("4");
    await page.getByText("Enter a whole number from 5 to 200.").waitFor(WAIT);
    expect(await page.getByRole("button", { name: "Start the session" }).isDisabled()).toBe(true);
    await look(page, "studio-session-form");
    await page.getByLabel("slow period").fill("5");
    await page.getByLabel("Candle").fill("1s");
    await page.getByLabel("Capital").fill("5000");
    await page.keyboard.press("Control+Enter");

    await headOf(page).getByText("running", { exact: true }).waitFor(WAIT);
    await page.getByRole("img", { name: /^Equity at the close of/u }).waitFor(WAIT);
    const fills = page.locator(".tiles > div").filter({ hasText: "Fills" }).locator("dd");
    await expect.poll(() => fills.innerText(), WAIT).not.toBe("0");
    await look(page, "studio-session-overview");

    const other = await visit(browser, `${studio.url}/#/sessions`, { allowed: REFUSED });
    await other.page.getByRole("gridcell", { name: "running" }).waitFor(WAIT);
    await look(other.page, "studio-sessions-list");

    await page.keyboard.press("2");
    await page.getByRole("grid", { name: "Decisions" }).waitFor(WAIT);
    await page.getByLabel("only those that did something").check();
    await page
      .getByRole("gridcell", { name: /enter long|exit long/u })
      .first()
      .waitFor(WAIT);
    await look(page, "studio-session-decisions");
    await tabOf(page, "Orders").click();
    await expect.poll(() => page.getByRole("heading", { name: /orders$/u }).count(), WAIT).toBe(1);
    await tabOf(page, "Fills").click();
    await page.getByRole("gridcell", { name: "opens" }).first().waitFor(WAIT);

    await act(page, "Pause", /Nothing enters from now on/u);
    await headOf(page).getByText("paused", { exact: true }).waitFor(WAIT);
    await other.page.getByRole("gridcell", { name: "paused" }).waitFor(WAIT);
    await tabOf(page, "Drift").click();
    await page.getByText(/^Every decision is reproduced/u).waitFor(WAIT);
    await look(page, "studio-session-drift");

    await act(page, "Resume", /trades again from the next candle/u);
    await headOf(page).getByText("running", { exact: true }).waitFor(WAIT);
    await act(page, "Flatten", /every position is closed at the market/u);
    await headOf(page).getByText("paused", { exact: true }).waitFor(WAIT);
    await page.keyboard.press("1");
    await page.getByText("Nothing is held.").waitFor(WAIT);
    await headOf(page).getByRole("button", { name: "Stop …" }).click();
    await page.getByRole("group", { name: "Stop the session" }).waitFor(WAIT);
    await look(page, "studio-session-stop");
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await act(page, "Stop", /ends for good/u);
    await headOf(page).getByText("stopped", { exact: true }).waitFor(WAIT);
    expect(await headOf(page).getByRole("button").count()).toBe(0);

    await other.page.getByRole("gridcell", { name: "stopped" }).waitFor(WAIT);
    await other.page.keyboard.press("j");
    await other.page.keyboard.press("Enter");
    await headOf(other.page).getByText("stopped", { exact: true }).waitFor(WAIT);
    expect(other.faults).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test.skipIf(isBrowserAbsent)(
  "a session that is not there says so, and sessions that could not be read are unknown",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const studio = await openStudio();
    onTestFinished(() => studio.close());
    const { page } = await visit(browser, studio.url, { allowed: REFUSED });
    await page.goto(`${studio.url}/#/sessions/3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11`);
    await page
      .getByRole("alert")
      .filter({ hasText: /session/iu })
      .waitFor(WAIT);
    await page.route("**/api/sessions*", () => new Promise(() => {}));
    await page.getByRole("link", { name: "All sessions" }).click();
    await page.getByText("Not read yet.").waitFor(WAIT);
    expect(await page.getByText("No session yet.").count()).toBe(0);
  },
);
