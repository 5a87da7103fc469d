/** A person who signs in on the desk with an OpenID provider, by another hand. */

import { expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { freePorts } from "../../../test/support/free-ports.ts";
import { look } from "../../../test/support/visit.ts";
import { openIdProvider } from "../../auth/test/support/openid-provider.ts";
import { buildDesk, enrol, openDesk, signInByEmail, startDesk } from "./support/desk.ts";

test.skipIf(isBrowserAbsent)(
  "a person registers by a provider, comes back by it, and another one links it to an account",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    // The provider has to know the page's address before the server starts.
    const port = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const provider = await openIdProvider([`${url}/api/v1/auth/oidc/acme/callback`]);
    const desk = await startDesk(await buildDesk(onTestFinished), onTestFinished, {
      CURATION_PORT: String(port),
      PUBLIC_URL: url,
      OIDC_PROVIDERS: provider.settings,
    });
    const { page, heard } = await openDesk(browser, `${url}/#/sign-in`);
    const signInWith = page.getByRole("button", { name: "Sign in with Acme" });
    await signInWith.click();
    await page.getByRole("heading", { name: "Nearly there" }).waitFor();
    await look(page, "desk-nearly-there");
    await page.getByLabel("Username").fill("ada");
    await page.getByLabel("Wallet address").fill(`0x${"a".repeat(40)}`);
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto(`${url}/#/sign-in`);
    await signInWith.click();
    await page.getByText("ada", { exact: false }).first().waitFor();
    await page.getByRole("link", { name: "My account", exact: true }).click();
    await page.getByText("ada@example.com").waitFor();
    await look(page, "desk-linked");
    await page.getByRole("button", { name: "Unlink acme" }).click();
    await page.getByText("this is its only sign-in").waitFor();

    const grace = await enrol(desk, "grace");
    provider.person = { subject: "grace", claims: {} };
    const other = await openDesk(browser, `${url}/#/sign-in`);
    await signInByEmail(other.page, `${grace.username}@example.com`);
    await other.page.getByRole("link", { name: "My account", exact: true }).click();
    await other.page.getByRole("button", { name: "Link Acme" }).click();
    await other.page.getByText("The sign-in is linked.").waitFor();
    await other.page.getByRole("button", { name: "Sign out" }).click();
    provider.refuses = true;
    await other.page.context().clearCookies();
    await other.page.goto(`${url}/#/sign-in`);
    await other.page.getByRole("button", { name: "Sign in with Acme" }).click();
    await other.page.getByText("The provider says that the sign-in was refused.").waitFor();
    // Refusals are answers, and the provider is the only other site.
    const others = heard.filter((one) => !/status of (?:401|409)/.test(one));
    const sites = [url, provider.issuer];
    expect(others.filter((one) => !sites.some((site) => one.includes(site)))).toEqual([]);
  },
);
