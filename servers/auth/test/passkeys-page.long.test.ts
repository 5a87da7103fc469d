/** A person who adds a passkey and signs in with it, in a browser with a virtual authenticator. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { askToRemove } from "../../../test/support/authenticator.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { freePorts } from "../../../test/support/free-ports.ts";
import { addAuthenticator } from "../../../test/support/virtual-authenticator.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

const REFUSED = /status of (?:401|403)/;

describe.skipIf(isBrowserAbsent)("the access console with a passkey", { timeout: 60_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildConsole(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("adds it, signs in with it alone and beside the password, and steps up with it", async () => {
    const port = await freePorts(1);
    const url = `http://localhost:${port}`;
    const variables = { AUTH_PORT: String(port), PUBLIC_URL: url };
    const { email } = await signUp(await runConsole(pageDirectory, variables));
    const { page, faults } = await visit(browser, url, { allowed: REFUSED });
    onTestFinished(() => page.context().close());
    await addAuthenticator(page);
    await signIn(page, email);
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Recovery codes", { exact: true }).waitFor();
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("cell", { name: "Passkey", exact: true }).waitFor();
    await look(page, "access-passkey");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    // The page of the account has fields of the same names.
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    await signIn(page, email);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("link", { name: "Account", exact: true }).click();
    const dialog = await askToRemove(page);
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("nobody signs in by your password alone").waitFor();
    expect(faults).toEqual([]);
  });
});
