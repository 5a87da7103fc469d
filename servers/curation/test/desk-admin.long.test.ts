/** The web page as an admin meets it: roles, the audit trail, markets that are locked and resolved, sessions. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { codeAt } from "../../../test/support/authenticator.ts";
import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import type { Answer, Fields } from "./support/calls.ts";
import {
  buildDesk,
  enrol,
  enterPassword,
  openDesk,
  question,
  signInByEmail,
  startDesk,
  type Desk,
} from "./support/desk.ts";
import { ADMIN_EMAIL, type Person } from "./support/people.ts";

describe.skipIf(isBrowserAbsent)("the desk of an admin", { timeout: 60_000 }, () => {
  let desk: Desk;
  let browser: Browser;
  let ada: Person;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    const variables = { COOKIE_SESSIONS: "yes" };
    desk = await startDesk(await buildDesk(afterAll), afterAll, variables);
    browser = await openBrowser();
    ada = await enrol(desk, "ada");
    await enrol(desk, "grace");
    const body = { draft_data: question("sea") };
    const { data } = await desk.post<{ id: string }>("drafts", ada.token, body);
    await desk.post(`curator/${data.id}/approve`, desk.admin.token, {});
    ({ page, heard } = await openDesk(browser, desk.url));
    await signInByEmail(page, ADMIN_EMAIL);
  }, 120_000);
  afterAll(() => browser.close());

  const open = async (name: string): Promise<void> => {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };

  test("is signed in by a cookie that no script of the page can read", async () => {
    const held = await page.evaluate("JSON.stringify([document.cookie, { ...localStorage }])");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: "__Host-bourse-curation",
      httpOnly: true,
      secure: true,
      sameSite: "Strict",
    });
    for (const token of cookie?.value.split("~").slice(0, 2) ?? []) {
      expect(held).not.toContain(token);
    }
  });

  test("gives a role, which holds at once, and finds accounts by the start of their names", async () => {
    await open("Accounts");
    await page.getByText("last login").first().waitFor();
    await look(page, "desk-accounts");
    await page.getByLabel("Search").fill("gra");
    const roles = page.getByRole("group", { name: "Roles of grace" });
    await expect.poll(() => page.locator(".user").count()).toBe(1);
    await roles.getByLabel("curator").click();
    await roles.getByText("only said, not proved").waitFor();
    await look(page, "desk-role-step");
    const asked = await desk.get<{ roles: string[] }[]>(
      "admin/users?search=grace",
      desk.admin.token,
    );
    expect(asked.data[0]?.roles, "one click gives nothing").toEqual([]);
    await roles.getByRole("button", { name: "Make grace a curator" }).click();
    await page.getByText("grace is curator now.").waitFor();
    await expect.poll(() => roles.getByLabel("curator").isChecked()).toBe(true);
    const { data } = await desk.get<{ roles: string[] }[]>(
      "admin/users?search=grace",
      desk.admin.token,
    );
    expect(data[0]?.roles).toEqual(["curator"]);
  });

  test("asks before an own role is given up, and the last admin is told to make another one first", async () => {
    await page.getByLabel("Search").fill("");
    await page.getByLabel("Shown").selectOption("admins");
    const roles = page.getByRole("group", { name: "Roles of chief" });
    await expect.poll(() => page.locator(".user").count()).toBe(1);
    await roles.getByLabel("admin").click();
    await roles.getByRole("button", { name: "Give up my role admin" }).click();
    await page.locator(".toast").getByText("give another account the role first").waitFor();
    expect(await roles.getByLabel("admin").isChecked()).toBe(true);
  });

  test("finds acts in the audit trail by their names, and the address holds the filter", async () => {
    await open("Audit");
    await page.getByRole("region", { name: "Audit trail" }).waitFor();
    // Accounts are named, not numbered.
    await page
      .getByRole("region", { name: "Audit trail" })
      .getByRole("button", { name: "chief" })
      .first()
      .waitFor();
    await look(page, "desk-audit");
    await page.getByLabel("Act", { exact: true }).fill("server.started");
    await page.getByLabel("Act", { exact: true }).press("Enter");
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await page.reload();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await page.getByLabel("Verdict").selectOption("failed");
    await page.getByText("No act fits").waitFor();
  });

  test("counts the decisions of each curator", async () => {
    await open("Statistics");
    const row = page.getByRole("row", { name: /^chief/ });
    await row.getByText("100 %").waitFor();
    await look(page, "desk-statistics");
    expect(await row.getByRole("cell").first().innerText()).toBe("1");
  });

  test("locks and resolves a market, and its creator disputes; the trail tells it all", async () => {
    await open("Markets");
    await page.getByRole("link", { name: /sea index/ }).click();
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.locator(".step").getByRole("button", { name: "Lock now" }).click();
    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByLabel("Address of the evidence").fill("https://stats.example.com/day");
    await page.locator(".step").getByRole("button", { name: "Resolve" }).click();
    await page.getByText("Decided: Yes").waitFor();
    const { page: hers } = await openDesk(browser, page.url());
    await signInByEmail(hers, "ada@example.com");
    await hers.goto(page.url());
    await hers.getByRole("button", { name: "Dispute" }).click();
    await hers.getByLabel("Reason").fill("The source counted another index.");
    await hers.locator(".step").getByRole("button", { name: "Dispute" }).click();
    await hers.getByText(/Disputed .*another index/).waitFor();
    await look(hers, "desk-market-disputed");
    const trail = hers.locator(".trail li");
    expect(await trail.allInnerTexts()).toEqual([
      expect.stringContaining("chief made the market"),
      expect.stringContaining("chief ended trading"),
      expect.stringMatching(/chief declared the outcome[^]*Outcome: Yes/),
      expect.stringMatching(/dispute[^]*another index/),
    ]);
    await hers.context().close();
  });

  test("changes the profile and ends another session of the account", async () => {
    await open("My account");
    await page.getByText("this one").waitFor();
    await page.getByLabel("Name to show").fill("The admin");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".who").getByText("The admin").waitFor();
    await look(page, "desk-account");
    await page
      .getByRole("button", { name: /^End the session/ })
      .first()
      .click();
    await page.getByText("The session has ended.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^End the session/ }).count()).toBe(0);
    expect((await desk.get("auth/me", desk.admin.token)).status).toBe(401);
  });

  test("an account changes its password on its page, and a wrong present one is refused there", async () => {
    const other = await openDesk(browser, desk.url);
    await signInByEmail(other.page, "grace@example.com");
    await other.page.getByRole("link", { name: "My account", exact: true }).click();
    const present = other.page.getByLabel("Present password", { exact: true });
    const next = other.page.getByLabel("New password", { exact: true });
    await present.fill("not the password at all");
    await next.fill("a staple of wild horses");
    await next.press("Enter");
    await other.page.getByText("Check both and try again.").waitFor();
    await present.fill("correct horse battery");
    await next.press("Enter");
    await other.page.getByText("The password is changed").waitFor();
    const login = { email: "grace@example.com", password: "a staple of wild horses" };
    expect((await desk.post("auth/login", undefined, login)).status).toBe(200);
    await other.page.context().close();
  });

  test("has asked nobody but its own server, and complained only of the last admin's refusal", () => {
    const foreign = heard.filter((line) => line.startsWith("http") && !line.startsWith(desk.url));
    const complaints = heard.filter((line) => !line.startsWith("http"));
    expect({ foreign, complaints }).toEqual({
      foreign: [],
      complaints: [expect.stringContaining("409")],
    });
  });

  test("asks an account with a second factor for a code, and takes a recovery code", async () => {
    const post = (path: string, body: object): Promise<Answer<Fields>> =>
      desk.post(path, ada.token, body);
    const { data } = await post("auth/factors/totp", {});
    const code = await codeAt(String(data["secret"]), Date.now());
    const confirmed = await post("auth/factors/totp/confirm", { id: data["id"], code });
    const [recovery = ""] = confirmed.data["recovery_codes"] as readonly string[];
    const other = await openDesk(browser, desk.url);
    await enterPassword(other.page, "ada@example.com");
    await other.page.getByRole("heading", { name: "Your second factor" }).waitFor();
    await look(other.page, "desk-second-factor");
    await other.page.getByLabel("Code").fill("000000");
    await other.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await other.page.getByText("The code is not right now.").waitFor();
    await other.page.getByLabel("Code").fill(recovery);
    await other.page.getByLabel("Remember this device").check();
    await other.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await other.page.getByRole("button", { name: "Sign out" }).waitFor();
    await other.page.getByRole("button", { name: "Sign out" }).click();
    await enterPassword(other.page, "ada@example.com");
    await other.page.getByRole("button", { name: "Sign out" }).waitFor();
    const devices = await desk.get<readonly Fields[]>("auth/remembered-devices", ada.token);
    expect(devices.data).toHaveLength(1);
    expect((await desk.get<Fields>("auth/factors", ada.token)).text).toContain(
      '"recovery_codes":9',
    );
    await other.page.context().close();
  });
});
