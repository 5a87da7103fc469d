/** The access console as people meet it: the built page in a browser, over a real server. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { buildConsole, enterKey, runConsole, signIn } from "./support/console.ts";
import type { TestServer, TestServerOptions } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

/** Refused calls stand in the browser's console by themselves. */
const REFUSED = /status of (?:401|403|404|409|429)/;
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

  test("an account is made, a key made, used, revoked and refused; the key is shown once and kept nowhere, the login in a cookie", async () => {
    const server = await serve({ COOKIE_SESSIONS: "yes" });
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
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page
      .getByRole("grid", { name: "API keys" })
      .getByText(/^now$|ago$/)
      .first()
      .waitFor();
    expect(await page.content()).not.toContain(key);

    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: "__Host-bourse-auth", httpOnly: true, secure: true });
    const [access = "", refresh = ""] = cookie?.value.split("~") ?? [];
    const held = await page.evaluate("JSON.stringify([document.cookie, { ...localStorage }])");
    expect(held).not.toContain(access);
    expect(held).not.toContain(refresh);
    // A page that is opened anew is still signed in, and the cookie goes with the login.
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();

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
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
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
    await page.getByRole("grid").getByText("created the API key").first().waitFor();
    await look(page, "access-audit");
    await page.getByRole("grid").getByText("created the API key").first().dblclick();
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
    await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
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
    // Nothing that the page still asks may be what tells it.
    await page.waitForLoadState("networkidle");
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
    await page.getByRole("grid").getByText("The service started").waitFor();
    await page.getByLabel("Verdict").selectOption("refused");
    await expect
      .poll(() => page.getByRole("grid").getByText("The service started").count())
      .toBe(0);
    expect(page.url()).toContain("outcome=refused");
    expect(await page.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(key);
    await page.reload();
    await page.getByRole("heading", { name: "Acts of your account" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("the operator signs in with the key alone, finds a user, disables it and enables it again", async () => {
    const key = "an-operator-key-of-the-tests";
    const server = await serve({ AUTH_OPERATOR_KEY: key });
    const ada = await signUp(server);
    await signUp(server);
    const { key: adas } = await makeKey(server, ada.token, ["read"]);
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    await page.getByRole("link", { name: "Enter its key" }).click();
    await heading("Operator").waitFor();
    await look(page, "access-operator");
    await page.goBack();
    await enterKey(page, key);
    await heading("Users").waitFor();
    await page.getByRole("banner").getByText("Operator").waitFor();
    const names = await page.getByRole("navigation").getByRole("link").allInnerTexts();
    expect(names).toEqual(["Users", "Audit", "Signing keys"]);
    const rows = page.getByRole("grid", { name: "Users" }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(2);
    await look(page, "access-users");
    await page.getByLabel("E-mail").fill(ada.email.toUpperCase());
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole("link", { name: ada.email }).click();
    await heading(ada.email).waitFor();
    await look(page, "access-user");

    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("its API key are refused until it is enabled again").waitFor();
    await look(page, "access-user-disable");
    expect((await server.get("deployments", { key: adas })).status).toBe(200);
    await page.getByRole("button", { name: "Disable the user" }).click();
    await page.getByText("1 (refused)").waitFor();
    await look(page, "access-user-disabled");
    expect((await server.get("deployments", { key: adas })).error?.code).toBe("INVALID_API_KEY");
    expect((await server.get("auth/me", { token: ada.token })).error?.code).toBe("INVALID_TOKEN");

    await page.getByRole("link", { name: "All that concerns this account" }).click();
    await page.getByRole("grid").getByText("disabled the account").waitFor();
    expect(await page.getByRole("grid").getByText("The service started").count()).toBe(0);
    await page.goBack();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Sessions that ended stay ended.").waitFor();
    await look(page, "access-user-enable");
    await page.getByRole("button", { name: "Back" }).click();
    expect((await server.get("deployments", { key: adas })).status).toBe(401);
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByRole("button", { name: "Enable the user" }).click();
    await page.getByText("is active again").waitFor();
    expect((await server.get("deployments", { key: adas })).status).toBe(200);
    expect((await server.get("auth/me", { token: ada.token })).error?.code).toBe("INVALID_TOKEN");

    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toContain(key);
    expect(await page.content()).not.toContain(key);
    expect(page.url()).not.toContain(key);
    await page.reload();
    await heading("Operator").waitFor();
    await page.getByLabel("Key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Open" }).click();
    await heading(ada.email).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading("Operator").waitFor();
    expect(faults).toEqual([]);
  });

  test("the operator sees a user's role, and changes it in a step that names the person and what is not proved", async () => {
    const key = "an-operator-key-of-the-tests";
    const roles = '{"reader":["read"],"engine":["read","deploy"]}';
    const server = await serve({ AUTH_OPERATOR_KEY: key, ACCOUNT_ROLES: roles });
    const { email } = await signUp(server);
    const { page, faults } = await visit(browser, server.url, { allowed: /status of 400/ });
    await enterKey(page, key);
    const users = page.getByRole("grid", { name: "Users" });
    await users.getByRole("columnheader", { name: "Role" }).waitFor();
    await users.getByText("owner", { exact: true }).waitFor();
    await look(page, "access-users-roles");
    await page.getByRole("link", { name: email }).click();
    await page.getByRole("button", { name: "Change the role" }).click();
    const step = page.getByRole("dialog", { name: "Change the role of an account" });
    await step.getByText(email).waitFor();
    await step.getByText("has the role owner").waitFor();
    await step.getByText("whether somebody proved it is not told here").waitFor();
    const give = step.getByRole("button", { name: "Give this role" });
    await step.getByLabel("Role").fill("owner");
    expect(await give.isDisabled()).toBe(true);
    await step.getByLabel("Role").fill("raeder");
    await give.click();
    await step.getByText("The role of an account is one of owner, reader, engine.").waitFor();
    await look(page, "access-user-role");
    await step.getByLabel("Role").fill("reader");
    await give.click();
    await step.waitFor({ state: "detached" });
    await page.getByText(`${email} has the role reader now.`).waitFor();
    await page.getByRole("definition").getByText("reader", { exact: true }).waitFor();
    await page.getByRole("link", { name: "All that concerns this account" }).click();
    await page.getByRole("grid").getByText("changed the role of").waitFor();
    expect(faults).toEqual([]);
  });

  test("a service without roles shows none", async () => {
    const key = "an-operator-key-of-the-tests";
    const server = await serve({ AUTH_OPERATOR_KEY: key });
    const { email } = await signUp(server);
    const { page } = await visit(browser, server.url);
    await enterKey(page, key);
    await page.getByRole("link", { name: email }).click();
    await page.getByRole("button", { name: "Disable" }).waitFor();
    expect(await page.getByText(/\brole\b/i).count()).toBe(0);
  });

  test("users are read page after page, and a search without a match says what to do", async () => {
    const key = "an-operator-key-of-the-tests";
    const server = await serve({ AUTH_OPERATOR_KEY: key });
    const { page, faults } = await visit(browser, server.url);
    await enterKey(page, key);
    await page.getByText("Nobody has registered yet.").waitFor();
    await look(page, "access-users-none");
    for (let count = 0; count < 60; count++) await signUp(server);
    await page.getByLabel("Status").selectOption("active");
    // The second page is read once the end of the first comes near.
    await page.getByRole("grid", { name: "Users" }).hover();
    await page.mouse.wheel(0, 2000);
    await page.getByText("60 users.").waitFor();
    expect(await page.getByRole("button", { name: "More" }).count()).toBe(0);
    await page.getByLabel("Status").selectOption("disabled");
    await page.getByText("No user fits.").waitFor();
    await page.getByText("There is none with the status disabled.").waitFor();
    await page.getByLabel("E-mail").fill("nobody");
    await page.getByText("A search finds the beginning of an e-mail address").waitFor();
    await look(page, "access-users-no-match");
    expect(page.url()).toContain("status=disabled");
    expect(faults).toEqual([]);
  });

  test("the keyboard alone opens a user and disables it", async () => {
    const key = "an-operator-key-of-the-tests";
    const server = await serve({ AUTH_OPERATOR_KEY: key });
    const { id, email } = await signUp(server);
    const { page, faults } = await visit(browser, server.url);
    await enterKey(page, key);
    const grid = page.getByRole("grid", { name: "Users" });
    await grid.waitFor();
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("j");
    await page.getByRole("row", { selected: true }).waitFor();
    await grid.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: email }).waitFor();
    await page.getByText("All that concerns this account").waitFor();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Disable the user" }).press("Enter");
    await page.getByText(`${email} is disabled.`).waitFor();
    expect((await server.get(`users/${id}`, { key })).data["status"]).toBe("disabled");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("u");
    await grid.getByText("disabled").waitFor();
    expect(faults).toEqual([]);
  });

  test("the auditor's key opens the acts of all accounts and no users", async () => {
    const key = "an-auditor-key-of-the-tests";
    const server = await serve({
      AUTH_AUDIT_KEY: key,
      AUTH_OPERATOR_KEY: "an-operator-key-of-the-tests",
    });
    await signUp(server);
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
    await enterKey(page, key);
    await page.getByRole("heading", { name: "Acts of all accounts" }).waitFor();
    await page.getByRole("grid").getByText("The service started").waitFor();
    await page.getByRole("banner").getByText("Auditor").waitFor();
    const names = await page.getByRole("navigation").getByRole("link").allInnerTexts();
    expect(names).toEqual(["Audit", "Signing keys"]);
    await look(page, "access-auditor");
    expect(faults).toEqual([]);
  });

  test("a key of an account, a wrong one and a server without an operator are told apart, with what to do", async () => {
    const key = "an-operator-key-of-the-tests";
    const server = await serve({ AUTH_OPERATOR_KEY: key });
    const { token } = await signUp(server);
    const { key: own } = await makeKey(server, token, ["admin"]);
    const { page, faults } = await visit(browser, server.url, { allowed: REFUSED });
    await enterKey(page, own);
    const alert = page.getByRole("alert").filter({ hasText: /./ });
    await alert.getByText("This is an API key of an account.").waitFor();
    await look(page, "access-operator-refused");
    await page.getByLabel("Key", { exact: true }).fill("not the operator's");
    await page.getByRole("button", { name: "Open" }).click();
    await alert.getByText("The server does not know this key.").waitFor();
    const closed = await serve();
    await page.goto(closed.url);
    await enterKey(page, key);
    await alert.getByText("once AUTH_OPERATOR_KEY is set").waitFor();
    expect(faults.filter((fault) => !fault.startsWith("request: "))).toEqual([]);
  });

  test("an account beside which the key was entered has the users too, until it signs out", async () => {
    const key = "an-operator-key-of-the-tests";
    const server = await serve({ AUTH_OPERATOR_KEY: key });
    const { email } = await signUp(server);
    const { page, faults } = await visit(browser, `${server.url}/#/audit`);
    await signIn(page, email);
    await page.getByRole("heading", { name: "Acts of your account" }).waitFor();
    expect(await page.getByRole("navigation").getByRole("link", { name: "Users" }).count()).toBe(0);
    await page.getByLabel("Key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Acts of all accounts" }).waitFor();
    await open(page, "Users");
    await page.getByRole("grid", { name: "Users" }).getByText(email).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Operator" }).waitFor();
    await page.goto(`${server.url}/#/audit`);
    await signIn(page, email);
    await page.getByRole("heading", { name: "Acts of your account" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("a key that the server no longer knows leads back to its entry", async () => {
    const folder = await tempFolder();
    const variables = { AUTH_STORE_URL: `sqlite:${folder}/auth.db`, DATA_DIR: folder };
    const key = "an-operator-key-of-the-tests";
    const first = await serve({ ...variables, AUTH_OPERATOR_KEY: key });
    const { port } = new URL(first.url);
    await signUp(first);
    const { page } = await visit(browser, first.url);
    await enterKey(page, key);
    await page.getByRole("grid", { name: "Users" }).waitFor();
    await first.close();
    await page.getByLabel("Status").selectOption("active");
    await page.getByText(/The server has not answered since \d/).waitFor();
    await serve({ ...variables, AUTH_PORT: port, AUTH_OPERATOR_KEY: "another-key-of-the-tests" });
    await page.getByRole("heading", { level: 1, name: "Operator" }).waitFor();
    await page.getByText("The server refuses the key from now on.").waitFor();
    await page.getByLabel("Key", { exact: true }).fill("another-key-of-the-tests");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("grid", { name: "Users" }).waitFor();
    expect(page.url()).toContain("status=active");
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
