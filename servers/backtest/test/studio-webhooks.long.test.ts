/** A webhook in the studio: its receiver fails, is seen, mended, and told of the run by itself and then by hand. */

import { expect, onTestFinished, test } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio } from "./support/studio.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of 422/;

test.skipIf(isBrowserAbsent)(
  "a run is told to a receiver that failed first, and sent again under the same id",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const studio = await openStudio({ WEBHOOK_ALLOW_PRIVATE: "yes" });
    onTestFinished(() => studio.close());
    let status = 500;
    const { url, received } = await receiver((_request, response) =>
      response.writeHead(status).end(),
    );
    const { page, faults } = await visit(browser, studio.url, { allowed: REFUSED });
    await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.getByText("No webhook yet.").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Address").fill("nowhere");
    await page.getByLabel("Events").selectOption("some");
    await page.getByLabel("job.completed").check();
    await page.getByLabel("Address").press("Enter");
    await page.getByRole("alert").filter({ hasText: "http" }).waitFor();
    await look(page, "studio-webhook-new");
    await page.getByLabel("Address").fill(url);
    await page.keyboard.press("Enter");
    expect(await page.locator(".secret code").innerText()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Nothing was sent yet.").waitFor();

    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ limit: 1 });
    await fetch(`${studio.url}/api/backtests`, { method: "POST", headers, body });
    await page.getByRole("cell", { name: "The receiver answered 500." }).waitFor();
    await look(page, "studio-webhook-waiting");
    status = 204;
    await page.getByRole("cell", { name: "Taken by the receiver." }).waitFor();
    await page.getByRole("button", { name: /^Send again: job.completed/ }).click();
    await page.getByText("is sent again, under the same id").waitFor();
    await expect.poll(() => received.length).toBe(3);
    expect(new Set(received.map(({ headers: sent }) => sent["webhook-id"])).size).toBe(1);

    await page.getByRole("button", { name: "Switch it off" }).click();
    await page.getByRole("button", { name: "Switch it on" }).waitFor();
    await page.getByLabel("job.failed").check();
    await page.getByRole("button", { name: "Save the changes" }).click();
    await page.getByText("job.completed, job.failed").waitFor();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Delete it for good" }).click();
    await page.getByText("No webhook yet.").waitFor();
    expect(faults).toEqual([]);
  },
);
