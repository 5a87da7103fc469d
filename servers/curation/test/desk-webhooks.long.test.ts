/** A webhook on the desk: its receiver is gone while drafts are handed in, and gets all of it when it is back. */

import { expect, onTestFinished, test } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import { buildDesk, enrol, openDesk, question, signInByEmail, startDesk } from "./support/desk.ts";

const PATIENCE = { timeout: 15_000 };

test.skipIf(isBrowserAbsent)(
  "an author sees what a receiver has missed that was gone, and sends all of it again",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const variables = { WEBHOOK_ALLOW_PRIVATE: "yes" };
    const desk = await startDesk(await buildDesk(onTestFinished), onTestFinished, variables);
    let status = 410;
    const { url, received } = await receiver((_request, response) =>
      response.writeHead(status).end(),
    );
    const ada = await enrol(desk, "ada");
    const { page } = await openDesk(browser, desk.url);
    await signInByEmail(page, "ada@example.com");

    await page.getByRole("navigation").getByRole("link", { name: "Webhooks" }).click();
    await page.getByText("No webhook yet.").waitFor();
    await page.getByRole("link", { name: "Create the first webhook" }).click();
    await page.getByLabel("Address").fill("nowhere");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "http" }).waitFor();
    await page.getByLabel("Address").fill(url);
    await page.keyboard.press("Enter");
    expect(await page.locator(".secret code").innerText()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Nothing was sent yet.").waitFor();

    for (const topic of ["sea", "air"]) {
      await desk.post("drafts", ada.token, { draft_data: question(topic) });
      await page.getByRole("button", { name: "Refresh" }).click();
      const failures = page.getByRole("cell", { name: /answered 410/ });
      await expect.poll(() => failures.count(), PATIENCE).toBe(topic === "sea" ? 1 : 2);
      await page.reload();
      await page.getByText("by an answer 410 of its receiver").waitFor();
      if (topic === "air") continue;
      await page.getByRole("button", { name: "Switch it on" }).click();
      // What happens before it is on is not sent.
      await page.getByRole("button", { name: "Switch it off" }).waitFor();
    }
    await look(page, "desk-webhook-off");

    status = 204;
    received.length = 0;
    await page.getByRole("button", { name: "Switch it on" }).click();
    await page.getByRole("button", { name: "Switch it off" }).waitFor();
    await page.getByRole("button", { name: "Send the 2 failed again" }).click();
    await page.getByText("2 events are sent again.").waitFor();
    const taken = page.getByRole("cell", { name: "Taken by the receiver." });
    await expect.poll(() => taken.count(), PATIENCE).toBe(2);
    expect(received).toHaveLength(2);
    await look(page, "desk-webhook-on");
  },
);
