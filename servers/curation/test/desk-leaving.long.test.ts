/** A person who takes a copy of the account, closes it, comes back in time, and closes it by a code. */

import { readFile } from "node:fs/promises";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { mailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import { buildDesk, enrol, openDesk, signInByEmail, startDesk } from "./support/desk.ts";

const EMAIL = "ada@example.com";

describe.skipIf(isBrowserAbsent)("the desk's danger zone", { timeout: 60_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildDesk(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("a person saves a copy, closes the account, keeps it after all, and closes it by a code", async () => {
    const smtp = await mailServer();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@bourse.example" };
    const desk = await startDesk(pageDirectory, onTestFinished, mail);
    await enrol(desk, "ada");
    const { page } = await openDesk(browser, desk.url);
    const close = async (): Promise<void> => {
      await page.getByRole("button", { name: "Delete the account…" }).click();
      await page.getByRole("button", { name: "Delete the account", exact: true }).click();
    };
    await signInByEmail(page, EMAIL);
    await page.getByRole("link", { name: "My account", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a copy" }).click(),
    ]);
    const copy = JSON.parse(await readFile(await download.path(), "utf8")) as {
      readonly profile: { readonly username: string };
    };
    expect(copy.profile.username).toBe("ada");

    // The one before it is asked for by a second wallet.
    await page.getByRole("heading", { name: "Second wallets" }).waitFor();
    const field = page.getByLabel("Password of the account", { exact: true }).last();
    await field.fill("not the password");
    await close();
    await page.getByRole("alert").filter({ hasText: "password" }).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await field.fill("correct horse battery");
    await page.getByRole("button", { name: "Delete the account…" }).click();
    await look(page, "desk-danger-zone");
    await page.getByRole("button", { name: "Delete the account", exact: true }).click();
    await page.getByText("Sign in before then to keep it").waitFor();

    await signInByEmail(page, EMAIL);
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await page.getByRole("heading", { name: "Your account is about to be deleted" }).waitFor();
    await look(page, "desk-deletion-waits");
    await page.getByRole("button", { name: "Keep the account" }).click();
    await page.getByText("Your account stays.").waitFor();

    await page.getByRole("button", { name: "Use a code by mail instead" }).click();
    const code = page.getByLabel("Code from the mail");
    const codeOf = (): string | undefined =>
      smtp.mails.map(({ text }) => /ad_[\w-]{43}/.exec(text)?.[0]).find(Boolean);
    await expect.poll(codeOf).toBeDefined();
    await code.fill(codeOf() ?? "");
    await close();
    // The first closing has said so as well.
    await page.getByText("Sign in before then to keep it").last().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Sign in" }).waitFor();
  });
});
