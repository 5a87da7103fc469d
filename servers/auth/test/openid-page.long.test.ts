/** A person who signs in with an OpenID provider, over the page and a provider by another hand. */

import { expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { freePorts } from "../../../test/support/free-ports.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";
import { openIdProvider } from "./support/openid-provider.ts";

test.skipIf(isBrowserAbsent)(
  "a person signs in with a provider, links it to the account with the address, and is refused politely",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    // The provider has to know the page's address before the server starts.
    const port = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const provider = await openIdProvider([`${url}/api/v1/auth/oidc/acme/callback`]);
    const server = await runConsole(await buildConsole(onTestFinished), {
      AUTH_PORT: String(port),
      PUBLIC_URL: url,
      OIDC_PROVIDERS: provider.settings,
    });
    const { email } = await signUp(server, "ada@example.com");
    const { page, faults } = await visit(browser, `${url}/`, { allowed: /status of 409/ });
    const signInWith = page.getByRole("button", { name: "Sign in with Acme" });
    await signInWith.click();
    await page.getByText("There is an account with the e-mail of this sign-in").waitFor();
    expect(page.url()).toBe(`${url}/#/signed-in`);

    await page.getByRole("link", { name: "Back to the sign-in" }).click();
    await signIn(page, email);
    await page.getByRole("link", { name: "Account" }).first().click();
    await page.getByRole("button", { name: "Link Acme" }).click();
    await page.getByText("The sign-in is linked.").waitFor();
    await page.getByRole("cell", { name: "ada@example.com" }).waitFor();
    await look(page, "access-linked");

    await page.getByRole("button", { name: "Sign out" }).click();
    await signInWith.click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    provider.refuses = true;
    await page.context().clearCookies();
    await signInWith.click();
    await page.getByText("The provider says that the sign-in was refused.").waitFor();
    // The provider is another site, where the browser has to go.
    expect(faults.filter((fault) => !fault.includes(provider.issuer))).toEqual([]);
  },
);
