/** An author who adds a passkey on the desk and signs in with it, in a browser with a virtual authenticator. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { askToRemove } from "../../../test/support/authenticator.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { freePorts } from "../../../test/support/free-ports.ts";
import { addAuthenticator } from "../../../test/support/virtual-authenticator.ts";
import { look } from "../../../test/support/visit.ts";
import {
  buildDesk,
  enrol,
  enterPassword,
  openDesk,
  signInByEmail,
  startDesk,
} from "./support/desk.ts";

describe.skipIf(isBrowserAbsent)("the desk with a passkey", { timeout: 60_000 }, () => {
  let browser: Browser;
  let pageDirectory: string;

  beforeAll(async () => {
    pageDirectory = await buildDesk(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("adds it, signs in with it alone and beside the password, and steps up with it", async () => {
    const port = await freePorts(1);
    const url = `http://localhost:${port}`;
    const variables = { CURATION_PORT: String(port), PUBLIC_URL: url };
    const desk = await startDesk(pageDirectory, afterAll, variables);
    await enrol(desk, "ada");
    const { page, heard } = await openDesk(browser, url);
    await addAuthenticator(page);
    await signInByEmail(page, "ada@example.com");
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Recovery codes", { exact: true }).waitFor();
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("cell", { name: "Passkey", exact: true }).waitFor();
    await look(page, "desk-passkey");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await enterPassword(page, "ada@example.com");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("link", { name: "My account", exact: true }).click();
    const dialog = await askToRemove(page);
    await look(page, "desk-step-up");
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("nobody signs in by your password alone").waitFor();
    const faults = heard.filter((one) => !one.startsWith(url));
    expect(faults.filter((one) => !/status of (?:401|403)/.test(one))).toEqual([]);
  });
});
