/** A webhook on the page: made, its receiver fails, is seen, mended, and gets again what it has missed. */

import { Webhook as Verifier } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";

import { receiver } from "../../../packages/outbox/test/support/receiver.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { makeKey, signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of (?:400|501)/;

test.skipIf(isBrowserAbsent)(
  "a receiver that is gone is seen on the page of its webhook, switched on again, and sent what it has missed",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const server = await runConsole(await buildConsole(onTestFinished), {
      WEBHOOK_ALLOW_PRIVATE: "yes",
    });
    let status = 500;
    const { url, received } = await receiver((_request, response) =>
      response.writeHead(status).end(),
    );
    const { email, token } = await signUp(server);
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
    const heading = (name: string) => page.getByRole("heading", { level: 1, name });

    await signIn(page, email);
    await heading("Overview").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.getByText("No webhook yet.").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Address").fill("ftp://127.0.0.1/hook");
    await page.getByLabel("Events").selectOption("some");
    for (const type of ["api_key.created", "api_key.revoked"]) await page.getByLabel(type).check();
    await look(page, "access-webhook-new");
    await page.getByLabel("Address").press("Enter");
    await page.getByRole("alert").filter({ hasText: "http" }).waitFor();
    await page.getByLabel("Address").fill(url);
    await page.keyboard.press("Enter");
    await page.getByText("Copy the secret now.").waitFor();
    const shown = page.locator(".secret code");
    const secret = await shown.innerText();
    await look(page, "access-webhook-secret");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Nothing was sent yet.").waitFor();
    expect(await page.content()).not.toContain(secret);

    await makeKey(server, token, ["read"]);
    await page.getByRole("cell", { name: "The receiver answered 500." }).waitFor();
    status = 410;
    await makeKey(server, token, ["read"]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("cell", { name: /answered 410: the webhook was switched off/ }).waitFor();
    await page.reload();
    await page.getByText("by an answer 410 of its receiver").waitFor();
    await page.getByRole("cell", { name: /answered 410/ }).waitFor();
    expect(await page.getByRole("button", { name: /^Send/ }).count()).toBe(0);
    await look(page, "access-webhook-failed");

    status = 204;
    await page.getByRole("button", { name: "Switch it on" }).click();
    await page.getByText("The webhook is on again.").waitFor();
    received.length = 0;
    await page.getByRole("button", { name: /^Send again: api_key.created/ }).click();
    await page.getByRole("cell", { name: "Taken by the receiver." }).waitFor();
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const verified = new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ type: "api_key.created" });

    await page.getByRole("button", { name: "Replace the secret" }).click();
    await page.getByRole("button", { name: "Make the new secret" }).click();
    await page.getByText("The new secret is ready").waitFor();
    expect(await shown.innerText()).not.toBe(secret);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Delete it for good" }).click();
    await page.getByText("No webhook yet.").waitFor();
    expect(faults).toEqual([]);
  },
);
