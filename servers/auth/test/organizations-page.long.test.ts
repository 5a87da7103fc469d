/** An organization on the page: a colleague is invited, makes a key for it, and what a role may not do is not there. */

import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";

import { mailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

const KEY = /bk_live_[0-9A-Za-z]{49}/;
/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of 40[39]/;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test.skipIf(isBrowserAbsent)(
  "an invited colleague becomes an administrator, makes a key for the organization, and is its last owner",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const smtp = await mailServer();
    const server = await runConsole(await buildConsole(onTestFinished), {
      SMTP_URL: smtp.url,
      MAIL_FROM: "no-reply@bourse.example",
    });
    const [ada, grace] = [await signUp(server), await signUp(server)];
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });

    await signIn(page, ada.email);
    await heading(page, "Overview").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("z");
    await page.getByText("You are in no organization yet.").waitFor();
    await page.getByText("None is open.").waitFor();
    await look(page, "access-organizations-empty");
    await page.keyboard.press("n");
    await page.getByLabel("Name").fill("Analytical Engines");
    await page.keyboard.press("Enter");
    await heading(page, "Analytical Engines").waitFor();
    await page.getByText("You are the only owner").waitFor();
    await page.getByLabel("E-mail of who is invited").fill(grace.email);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Revoke the invitation of ${grace.email}` }).waitFor();
    await look(page, "access-organization");

    const found = (): string =>
      /http\S+#invitation=[\w-]+/.exec(smtp.mails[0]?.text ?? "")?.[0] ?? "";
    await expect.poll(found).not.toBe("");
    const { page: other } = await visit(browser, found(), { allowed: REFUSED });
    await signIn(other, grace.email);
    await other.getByRole("button", { name: "Accept the invitation" }).click();
    await other.getByRole("link", { name: "Open the organization" }).click();
    await heading(other, "Analytical Engines").waitFor();
    await other.getByText("2 members").waitFor();
    await other.getByRole("button", { name: "Leave the organization" }).waitFor();
    for (const name of [/Change the role/, /^Remove /, /^Delete/, /^Save/, /^Send/]) {
      expect(await other.getByRole("button", { name }).count(), String(name)).toBe(0);
    }
    await look(other, "access-organization-member");

    await page.reload();
    await page.getByRole("button", { name: `Change the role of ${grace.email}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Role").selectOption("admin");
    await look(page, "access-organization-role");
    await dialog.getByRole("button", { name: "Give this role" }).click();
    await page.getByText(`${grace.email} has the role admin now.`).waitFor();
    await dialog.waitFor({ state: "detached" });

    await other.reload();
    await other.getByText("The organization has no API key yet.").waitFor();
    expect(await other.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
    const toAda = other.getByRole("button", { name: `Change the role of ${ada.email}` });
    expect(await toAda.count(), "an owner is above an administrator").toBe(0);
    await other.getByRole("link", { name: "New key" }).click();
    await other.getByText("The key belongs to Analytical Engines").waitFor();
    await other.getByLabel("Name").fill("build server");
    await other.getByRole("button", { name: "Create the key" }).click();
    await other.getByText("Copy the key now.").waitFor();
    const [key = ""] = KEY.exec(await other.getByRole("main").innerText()) ?? [];
    expect((await server.get("deployments", { key })).status).toBe(200);
    await other.getByRole("button", { name: "I have copied it" }).click();
    await other.getByRole("link", { name: "build server" }).click();
    await heading(other, "build server").waitFor();
    await other.getByRole("link", { name: "Analytical Engines" }).waitFor();
    await look(other, "access-organization-key");
    await other.getByRole("link", { name: "All keys of the organization" }).click();
    await heading(other, "Analytical Engines").waitFor();

    await page.getByRole("button", { name: `Change the role of ${grace.email}` }).click();
    await dialog.getByLabel("Role").selectOption("owner");
    await dialog.getByRole("button", { name: "Give this role" }).click();
    await page.getByRole("button", { name: "Leave the organization" }).click();
    const path = `organizations/${/organizations\/([\w-]+)/.exec(page.url())?.[1]}`;
    const by = { token: ada.token };
    const members = await server.get<{ userId: string; email: string }[]>(`${path}/members`, by);
    const graceId = members.data.find(({ email }) => email === grace.email)?.userId;
    await server.delete(`${path}/members/${graceId}`, { token: grace.token });
    await page.getByRole("button", { name: "Leave it", exact: true }).click();
    await page.getByText("An organization needs an owner who can sign in.").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Delete the organization" }).click();
    await page.getByRole("button", { name: "Delete it for good" }).click();
    await page.getByText("The organization has API keys: revoke them").waitFor();
    await look(page, "access-organization-end");
    await page.getByRole("link", { name: "build server" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await heading(page, "Analytical Engines").waitFor();
    await page.getByRole("button", { name: "Delete the organization" }).click();
    await page.getByRole("button", { name: "Delete it for good" }).click();
    await page.getByText("You are in no organization yet.").waitFor();
    expect(faults).toEqual([]);
  },
);
