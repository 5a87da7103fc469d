/** The access console as people meet it: the built page in a browser, over a real server. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";
import type { TestServer, TestServerOptions } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of (?:401|404|409|429)/;
const KEY = /bk_live_[0-9A-Za-z]{49}/;
const OPERATOR = "a key of the operator";

let pageDirectory: string;
let browser: Browser;

describe.skipIf(isBrowserAbsent)("the access console", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    pageDirectory = await buildConsole(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  const serve = (
    variables: Readonly<Record<string, string>> = {},
    options: TestServerOptions = {},
  ): Promise<TestServer> => runConsole(pageDirectory, variables, options);

  const open = (page: Page, name: string): Promise<void> =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

  test("an account is made, a key made, used, revoked and refused; the key is shown once and kept nowhere", async () => {
    const server = await serve();
    const { page, faults } = await visit(browser, server.url);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await look(page, "access-sign-in");
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
    await look(page, "access-sign-up");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

    await open(page, "API keys");
    await page.getByText("You have no API key yet.").waitFor();
    await look(page, "access-keys-empty");
    await page.getByRole("link", { name: "Create the first key" }).click();
    await page.getByLabel("Name").fill("build server");
    await page.getByLabel("deploy", { exact: true }).check();
    await look(page, "access-new-key");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByText("Copy the key now.").waitFor();
    await look(page, "access-key-once");
    const [key = ""] = KEY.exec(await page.getByRole("main").innerText()) ?? [];
    expect(key).toMatch(KEY);
    expect(page.url()).not.toContain(key);
    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toContain(key);

    const deployment = { name: "release 1", chains: ["base"] };
    const used = await server.post("deployments", deployment, { key });
    expect(used.status).toBe(201);
    await page.getByRole("link", { name: "I have copied it" }).click();
    await page
      .getByRole("grid", { name: "API keys" })
      .getByText(/^now$|ago$/)
      .first()
      .waitFor();
    expect(await page.content()).not.toContain(key);

    await page.getByRole("main").getByLabel("Key", { exact: true }).fill(key);
    await page.getByLabel("Must have").selectOption("billing");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("The key is valid, but it does not have this permission.").waitFor();

    await page.getByRole("link", { name: "build server" }).click();
    await page.getByRole("heading", { level: 1, name: "build server" }).waitFor();
    await page.getByText("to the minute").waitFor();
    await look(page, "access-key");
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("A revoked key cannot be brought back.").waitFor();
    await look(page, "access-key-revoke");
    expect((await server.post("deployments", deployment, { key })).status).toBe(201);
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await page.getByText("You have no API key yet.").waitFor();
    const refused = await server.post("deployments", deployment, { key });
    expect([refused.status, refused.error?.code]).toEqual([401, "INVALID_API_KEY"]);
    await page.getByRole("main").getByLabel("Key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("unknown, revoked or expired").waitFor();
    expect(faults).toEqual([]);
  });

  test("every page: nothing for axe to say, in light and dark, wide and narrow", async () => {
    const server = await serve({ AUTH_AUDIT_KEY: OPERATOR.replaceAll(" ", "-") });
    const { email, token } = await signUp(server);
    await makeKey(server, token, ["read"]);
    await makeKey(server, token, ["read", "deploy"]);
    await signUp(server);
    const { page, faults } = await visit(browser, server.url);
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("deployments and transactions since").waitFor();
    await look(page, "access-overview");
    await open(page, "API keys");
    await page.getByText("2 keys").waitFor();
    await look(page, "access-keys");
    await open(page, "Sessions");
    await page.getByText("this one").waitFor();
    await look(page, "access-sessions");
    await open(page, "Account");
    await look(page, "access-account");
    await open(page, "Audit");
    await page.getByRole("grid").getByText("api_key.created").first().waitFor();
    await look(page, "access-audit");
    await page.getByRole("grid").getByText("api_key.created").first().dblclick();
    await page.getByRole("dialog", { name: "api_key.created" }).waitFor();
    await look(page, "access-audit-row");
    await page.keyboard.press("Escape");
    await open(page, "Signing keys");
    await page.getByRole("region", { name: "Public keys" }).getByText("ES256").first().waitFor();
    await look(page, "access-signing-keys");
    expect(faults).toEqual([]);
  });

  test("a wrong password, a taken e-mail and a common password are told beside what they are about, with what to do", async () => {
    const server = await serve();
    const { email } = await signUp(server);
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
    await signIn(page, email, "not the password");
    const alert = page.getByRole("alert").filter({ hasText: /./ });
    await alert.getByText("E-mail and password do not belong together.").waitFor();
    await look(page, "access-wrong-password");
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the account" }).click();
    await alert.getByText("There is an account with this e-mail already.").waitFor();
    expect(await page.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("E-mail").fill("other@example.com");
    await page.getByLabel("Password", { exact: true }).fill("password");
    const refusal = page.waitForResponse((answer) => answer.url().endsWith("/register"));
    await page.getByRole("button", { name: "Create the account" }).click();
    expect((await refusal).status()).toBe(400);
    await expect
      .poll(() => page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid"))
      .toBe("true");
    expect(faults.filter((fault) => !fault.includes("status of 400"))).toEqual([]);
  });

  test("two tabs share one login: a sign-out in one ends the other, and a sign-in opens both where they were", async () => {
    const server = await serve();
    const { email } = await signUp(server);
    const { page } = await visit(browser, server.url);
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${server.url}/#/sessions`);
    await other.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await signIn(page, email);
    await other.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
    await other.getByText("this one").waitFor();
    expect(other.url()).toBe(`${server.url}/#/sessions`);
  });

  test("a session that is ended elsewhere shows the sign-in, and the address is kept", async () => {
    const server = await serve();
    const { email } = await signUp(server);
    const { page } = await visit(browser, `${server.url}/#/account`, { allowed: REFUSED });
    await signIn(page, email);
    await page.getByLabel("New e-mail").waitFor();
    const login = await server.post("auth/login", { email, password: PASSWORD });
    const change = { currentPassword: PASSWORD, newPassword: "staple correct horse" };
    await server.post("auth/password", change, { token: String(login.data["token"]) });
    await page.getByLabel("Name").fill("Ada");
    await page.getByRole("button", { name: "Save the name" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.getByText("Your session has ended.").waitFor();
    await signIn(page, email, "staple correct horse");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    expect(page.url()).toBe(`${server.url}/#/account`);
  });

  test("name, e-mail and password are changed, and other sessions end", async () => {
    const server = await serve();
    const { email } = await signUp(server);
    const { page, faults } = await visit(browser, `${server.url}/#/account`, { allowed: REFUSED });
    await signIn(page, email);
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save the name" }).click();
    await page.getByRole("banner").getByText("Ada Lovelace").waitFor();
    await page.getByLabel("New e-mail").fill("ada@example.org");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Change the e-mail" }).click();
    await page
      .getByText("Check both and try again")
      .or(page.getByText("The password is wrong"))
      .waitFor();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Change the e-mail" }).click();
    await page.getByText("Now ada@example.org").waitFor();
    await open(page, "Sessions");
    await page.getByText("this one").waitFor();
    expect(await page.getByRole("region", { name: "Sessions" }).locator("tbody tr").count()).toBe(
      1,
    );
    expect(faults).toEqual([]);
  });

  test("the keyboard alone makes a key and revokes it", async () => {
    const server = await serve();
    const { email } = await signUp(server);
    const { page, faults } = await visit(browser, server.url);
    await page.getByLabel("E-mail").waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    await heading("Overview").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await heading("API keys").waitFor();
    await page.keyboard.press("n");
    await heading("New API key").waitFor();
    await page.keyboard.type("ci");
    await page.keyboard.press("Enter");
    await page.getByText("Copy the key now.").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await page.getByRole("grid", { name: "API keys" }).waitFor();
    await page.keyboard.press("j");
    await page.getByRole("row", { selected: true }).waitFor();
    await page.getByRole("grid", { name: "API keys" }).focus();
    await page.keyboard.press("Enter");
    await heading("ci").waitFor();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Revoke for good" }).press("Enter");
    await page.getByText("You have no API key yet.").waitFor();
    expect(faults).toEqual([]);
  });

  test("the operator's key shows the acts of all accounts, and is gone with the page", async () => {
    const key = OPERATOR.replaceAll(" ", "-");
    const server = await serve({ AUTH_AUDIT_KEY: key });
    const { email } = await signUp(server);
    const others = await signUp(server);
    const { page, faults } = await visit(browser, `${server.url}/#/audit`, { allowed: REFUSED });
    await signIn(page, email);
    await page.getByRole("grid").waitFor();
    expect(await page.getByText(others.email).count()).toBe(0);
    await page.getByLabel("Key", { exact: true }).fill("not the operator's");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").filter({ hasText: /key/i }).waitFor();
    await page.getByLabel("Key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Acts of all accounts" }).waitFor();
    await page.getByRole("grid").getByText("server.started").waitFor();
    await page.getByLabel("Verdict").selectOption("refused");
    await expect.poll(() => page.getByRole("grid").getByText("server.started").count()).toBe(0);
    expect(page.url()).toContain("outcome=refused");
    expect(await page.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(key);
    await page.reload();
    await page.getByRole("heading", { name: "Acts of your account" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("a server that is away greys the page, and is found again", async () => {
    const folder = await tempFolder();
    const first = await serve({ AUTH_STORE_URL: `sqlite:${folder}/auth.db`, DATA_DIR: folder });
    const { port } = new URL(first.url);
    const { email } = await signUp(first);
    const { page } = await visit(browser, first.url);
    await signIn(page, email);
    await page.getByText("deployments and transactions since").waitFor();
    await first.close();
    await page.getByRole("navigation").getByRole("link", { name: "Sessions" }).click();
    await page.getByText(/The server has not answered since \d/).waitFor();
    expect(await page.locator(".cards.stale").count()).toBe(1);
    await look(page, "access-away");
    await serve({ AUTH_STORE_URL: `sqlite:${folder}/auth.db`, DATA_DIR: folder, AUTH_PORT: port });
    await page.getByText("this one").waitFor();
    await expect.poll(() => page.locator(".cards.stale").count()).toBe(0);
  });

  test("below another prefix the page finds its API", async () => {
    const server = await serve({ AUTH_PREFIX: "/accounts/v2" });
    const { page, faults } = await visit(browser, `${server.url}/#/sign-up`);
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(faults).toEqual([]);
  });
});
