/** A person who has forgotten a password, and one who confirms an address, in a browser with a real mail server. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { mailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import { buildDesk, enrol, openDesk, signInByEmail, startDesk } from "./support/desk.ts";

const EMAIL = "ada@example.com";
const NEW_PASSWORD = "staple correct horse";

describe.skipIf(isBrowserAbsent)("the desk by mail", { timeout: 60_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildDesk(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("a person confirms the address, forgets the password and comes back in by the link, once", async () => {
    const smtp = await mailServer();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@bourse.example" };
    const desk = await startDesk(pageDirectory, onTestFinished, mail);
    await enrol(desk, "ada");
    const linkOf = async (count: number): Promise<string> => {
      await expect.poll(() => smtp.mails.length).toBe(count);
      return /http\S+#[a-z-]+=[\w-]+/.exec(smtp.mails[count - 1]?.text ?? "")?.[0] ?? "no link";
    };
    const { page, heard } = await openDesk(browser, desk.url);
    await signInByEmail(page, EMAIL);
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await page.getByText("A mail with a link is on its way.").waitFor();
    await page.goto(await linkOf(1));
    await page.getByRole("heading", { level: 1, name: "Confirm your e-mail" }).waitFor();
    await page.getByRole("button", { name: "Confirm the address" }).click();
    await page.getByText("The address is confirmed.").waitFor();
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByText(/^Confirmed .*20\d\d/u).waitFor();
    await look(page, "desk-confirmed");
    await page.getByRole("button", { name: "Sign out" }).click();

    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { level: 1, name: "Forgotten password" }).waitFor();
    await page.getByLabel("E-mail").fill(EMAIL);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("a mail with a link is on its way").waitFor();
    await look(page, "desk-forgotten-asked");
    const link = await linkOf(2);
    const [, token = ""] = link.split("=");
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "New password" }).waitFor();
    expect(page.url(), "the token leaves the address").toBe(`${desk.url}/#/reset-password`);
    await look(page, "desk-new-password");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Save the password" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toContain(token);
    await page.getByLabel("E-mail", { exact: true }).fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(heard.filter((line) => !line.startsWith(desk.url) || line.includes(token))).toEqual([]);

    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("another staple horse");
    await page.getByRole("button", { name: "Save the password" }).click();
    await page.getByRole("alert").filter({ hasText: "link" }).waitFor();
    await page.getByRole("link", { name: "Ask for a new one" }).waitFor();
  });
});
