/** A webhook on the dashboard: a payment is told to its receiver, which is gone the next time. */

import { afterAll, expect, onTestFinished, test } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { buildDashboard } from "./support/dashboard.ts";
import { startTestNode } from "./support/running-node.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of 422/;
const DEAD = "0x000000000000000000000000000000000000dEaD";
const NATIVE = `0x${"0".repeat(40)}`;

test.skipIf(isBrowserAbsent)(
  "a payment is told to a receiver; once that is gone, the page says so, and switches it on again with another secret",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const node = await startTestNode({
      atEnd: onTestFinished,
      parts: { pageDirectory: await buildDashboard(afterAll) },
      variables: { WEBHOOK_ALLOW_PRIVATE: "yes" },
    });
    let status = 204;
    const { url, received } = await receiver((_request, response) =>
      response.writeHead(status).end(),
    );
    const pay = () =>
      node.internal("POST", "/transfer", {
        body: { from: node.address, to: DEAD, token: NATIVE, amount: "1" },
      });
    const { page, faults } = await visit(browser, node.running.urls.dashboard, {
      allowed: REFUSED,
    });
    await page.getByText("All parts work.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("link", { name: "Create the first webhook" }).click();
    await page.getByLabel("Address").fill("nowhere");
    await page.getByLabel("Events").selectOption("some");
    await page.getByLabel("token.transfer_completed").check();
    await page.getByLabel("Address").press("Enter");
    await page.getByRole("alert").filter({ hasText: "http" }).waitFor();
    await page.getByLabel("Address").fill(url);
    await page.keyboard.press("Enter");
    expect(await page.locator(".secret code").innerText()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Nothing was sent yet.").waitFor();

    await pay();
    await page.getByRole("cell", { name: "Taken by the receiver." }).waitFor();
    expect(received).toHaveLength(1);
    status = 410;
    await pay();
    await page.getByRole("cell", { name: /answered 410/ }).waitFor();
    await page.reload();
    await page.getByText("Switch it on, then send again what has failed.").waitFor();
    await page.getByRole("cell", { name: /answered 410/ }).waitFor();
    expect(await page.getByRole("button", { name: /^Send again/ }).count()).toBe(0);
    await look(page, "dashboard-webhook-off");

    status = 204;
    await page.getByRole("button", { name: "Replace the secret" }).click();
    await page.getByRole("button", { name: "Make the new secret" }).click();
    expect(await page.locator(".secret code").innerText()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Switch it on" }).click();
    await page.getByRole("button", { name: "Switch it off" }).waitFor();
    await page
      .getByRole("button", { name: /^Send again: token.transfer_completed/ })
      .first()
      .click();
    await expect.poll(() => received.length).toBe(3);
    expect(faults).toEqual([]);
  },
);
