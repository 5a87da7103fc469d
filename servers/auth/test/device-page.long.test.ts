/** A person who logs the command line in by the code that it shows. */

import { expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

test.skipIf(isBrowserAbsent)(
  "a person signs in at the device's page, sees what asks, and approves it",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const server = await runConsole(await buildConsole(onTestFinished));
    const { email } = await signUp(server);
    const asked = await server.post("auth/device/code", { clientName: "bourse on build-7" });
    const { deviceCode, userCode, verificationUri } = asked.data;
    expect(verificationUri).toBe(`${server.url}/#/device`);
    const { page, faults } = await visit(browser, String(verificationUri), {
      allowed: /status of 404/,
    });
    await page.getByText("Sign in first").waitFor();
    await signIn(page, email);
    await page.getByLabel("Code", { exact: true }).fill("BBBB-BBBB");
    await page.getByRole("button", { name: "Look" }).click();
    await page.getByRole("alert").filter({ hasText: "No device waits" }).waitFor();
    await page.getByLabel("Code", { exact: true }).fill(String(userCode).toLowerCase());
    await page.getByRole("button", { name: "Look" }).click();
    await page.getByText("bourse on build-7").waitFor();
    await look(page, "access-device");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("The device is logged in").waitFor();
    const tokens = await server.post("auth/device/token", { deviceCode });
    expect(tokens.status).toBe(200);
    expect(faults).toEqual([]);
  },
);
