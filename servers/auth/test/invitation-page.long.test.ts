/** A colleague who is invited to an organization: one with an account, and one who creates it by the link. */

import { expect, onTestFinished, test } from "vitest";

import { mailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { PASSWORD, signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

test.skipIf(isBrowserAbsent)(
  "a colleague joins by the link of a mail, after a sign-in or with a new account",
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
    const by = { token: ada.token };
    const { data } = await server.post("organizations", { name: "Engines" }, by);
    const path = `organizations/${String(data["id"])}/members`;
    const linkFor = async (email: string): Promise<string> => {
      await server.post("invitations", { organizationId: data["id"], email }, by);
      const found = (): string => {
        const mail = smtp.mails.findLast(({ to }) => JSON.stringify(to).includes(email));
        return /http\S+#invitation=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
      };
      await expect.poll(found).not.toBe("");
      return found();
    };

    const seen = await visit(browser, await linkFor(grace.email), {});
    await seen.page.getByText("Sign in with the address that is invited").waitFor();
    expect(seen.page.url(), "the token leaves the address").toBe(`${server.url}/#/invitation`);
    await signIn(seen.page, grace.email);
    await seen.page.getByRole("button", { name: "Accept the invitation" }).click();
    await seen.page.getByText("You are a member of “Engines” now.").waitFor();
    await look(seen.page, "access-invitation");
    await seen.page.context().close();

    const { page } = await visit(browser, server.url, {});
    await page.goto(await linkFor("mary@example.com"));
    await page.getByRole("link", { name: "Create an account" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
    await page.getByLabel("E-mail").fill("mary@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const members = await server.get<{ email: string }[]>(path, by);
    // The clock stands still: members of one instant come in any order.
    const joined = members.data.map(({ email }) => email).toSorted();
    expect(joined).toEqual([ada.email, grace.email, "mary@example.com"].toSorted());
    expect(seen.faults).toEqual([]);
  },
);
