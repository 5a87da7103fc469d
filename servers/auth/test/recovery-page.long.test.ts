/** A person who has forgotten a password, and one who confirms an address, in a browser with a real mail server. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { mailServer, type MailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit, type Visit } from "../../../test/support/visit.ts";
import { signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";
import type { TestServer } from "./support/running-server.ts";

const NEW_PASSWORD = "staple correct horse";
/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of (?:400|401|501)/;

describe.skipIf(isBrowserAbsent)("the access console by mail", { timeout: 120_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildConsole(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  const serve = (smtp: MailServer): Promise<TestServer> =>
    runConsole(pageDirectory, { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@bourse.example" });

  const open = async (url: string): Promise<Visit> => {
    const seen = await visit(browser, url, { allowed: REFUSED });
    onTestFinished(() => seen.page.context().close());
    return seen;
  };

  /** The link in mail number `count`, once it has come. */
  const linkOf = async ({ mails }: MailServer, count: number): Promise<string> => {
    await expect.poll(() => mails.length).toBe(count);
    return /http\S+#[a-z-]+=[\w-]+/.exec(mails[count - 1]?.text ?? "")?.[0] ?? "no link";
  };

  test("a person who has forgotten the password comes back in by the link, once", async () => {
    const smtp = await mailServer();
    const server = await serve(smtp);
    const { email } = await signUp(server);
    const { page, faults } = await open(server.url);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { level: 1, name: "Forgotten password" }).waitFor();
    await look(page, "access-forgotten");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("a mail with a link is on its way").waitFor();
    await look(page, "access-forgotten-asked");

    const link = await linkOf(smtp, 1);
    const [, token = ""] = link.split("=");
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "New password" }).waitFor();
    expect(page.url(), "the token leaves the address").toBe(`${server.url}/#/reset-password`);
    await look(page, "access-new-password");
    await page.getByLabel("New password", { exact: true }).fill("password");
    await page.getByRole("button", { name: "Save the password" }).click();
    await page.getByText(/common/u).waitFor();
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Save the password" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toContain(token);
    await signIn(page, email, NEW_PASSWORD);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(faults).toEqual([]);

    const again = await open(link);
    await again.page.getByLabel("New password", { exact: true }).fill("another staple horse");
    await again.page.getByRole("button", { name: "Save the password" }).click();
    await again.page.getByRole("alert").filter({ hasText: "link" }).waitFor();
    await again.page.reload();
    await again.page.getByText("this page has lost it").waitFor();
    await again.page.getByRole("link", { name: "Ask for a new one" }).click();
    await again.page.getByRole("heading", { level: 1, name: "Forgotten password" }).waitFor();
    expect(again.faults).toEqual([]);
  });

  test("the owner of an account confirms the address, and the page says since when", async () => {
    const smtp = await mailServer();
    const server = await serve(smtp);
    const { email } = await signUp(server);
    const { page, faults } = await open(`${server.url}/#/account`);
    await signIn(page, email);
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await page.getByText("A mail with a link is on its way.").waitFor();
    const link = await linkOf(smtp, 1);

    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "Confirm your e-mail" }).waitFor();
    await look(page, "access-confirm");
    await page.getByRole("button", { name: "Confirm the address" }).click();
    await page.getByText("The address is confirmed.").waitFor();
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByText(/^Confirmed .*20\d\d/u).waitFor();
    await look(page, "access-confirmed");
    expect(faults).toEqual([]);
  });

  test("a server that sends no mail says so, and who can help", async () => {
    const server = await runConsole(pageDirectory, { NODE_ENV: "production" });
    const { page, faults } = await open(`${server.url}/#/forgot`);
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("This service sends no mail").waitFor();
    await look(page, "access-no-mail");
    expect(faults).toEqual([]);
  });
});
