/** A person who takes a copy of the account, closes it, comes back in time, and closes it for good. */

import { readFile } from "node:fs/promises";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of (?:401)/;

describe.skipIf(isBrowserAbsent)("the access console's danger zone", { timeout: 120_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildConsole(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("a person saves a copy, closes the account, and keeps it after all", async () => {
    const server = await runConsole(pageDirectory, { NODE_ENV: "production" });
    const { email, token } = await signUp(server);
    const { key } = await makeKey(server, token, ["read"]);
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
    onTestFinished(() => page.context().close());
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Account", exact: true }).click();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a copy" }).click(),
    ]);
    const copy = JSON.parse(await readFile(await download.path(), "utf8")) as {
      readonly profile: { readonly email: string };
    };
    expect(copy.profile.email).toBe(email);

    const field = page.getByLabel("Password of the account", { exact: true });
    await field.fill("not the password");
    await page.getByRole("button", { name: "Delete the account…" }).click();
    await look(page, "access-danger-zone");
    await page.getByRole("button", { name: "Delete the account", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "password" }).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await field.fill(PASSWORD);
    await page.getByRole("button", { name: "Delete the account…" }).click();
    await page.getByRole("button", { name: "Delete the account", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.getByText("Sign in before then to keep it").waitFor();
    expect((await server.get("deployments", { key })).status).toBe(401);

    await signIn(page, email);
    await page.getByRole("heading", { name: "Your account is about to be deleted" }).waitFor();
    await look(page, "access-deletion-waits");
    await page.getByRole("button", { name: "Keep the account" }).click();
    await page.getByText("Your account stays").waitFor();
    expect((await server.get("deployments", { key })).status).toBe(200);
    expect(faults).toEqual([]);
  });
});
