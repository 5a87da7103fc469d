/** Every page of an account in the console: reached by keyboard, with a title of its own, and with a way on. */

import { expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { expectEveryPageFits } from "../../../test/support/every-page.ts";
import { EMOJI, longWord, RIGHT_TO_LEFT } from "../../../test/support/odd-names.ts";
import { visit } from "../../../test/support/visit.ts";
import { makeKey, signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

/** Pages that links of mails lead to, opened without one, and things that are not there. */
const ELSEWHERE = [
  ["device", "Log a device in"],
  ["forgot", "Forgotten password"],
  ["reset-password", "New password"],
  ["verify-email", "Confirm your e-mail"],
  ["invitation", "Invitation"],
  ["sign-in-failed", "Sign in"],
  ["keys/nothing", "API key"],
  ["organizations/nothing", "Organization"],
  ["webhooks/nothing", "Webhook"],
] as const;

test.skipIf(isBrowserAbsent)(
  "no page of an account is a dead end",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const server = await runConsole(await buildConsole(onTestFinished));
    const { email } = await signUp(server);
    const { page } = await visit(browser, `${server.url}/#/account`);
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    const links = page.getByRole("navigation").getByRole("link");
    const names = await links.allInnerTexts();
    expect(names).toHaveLength(8);
    for (const name of names) {
      await links.getByText(name, { exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await expect.poll(() => page.title()).toBe(`${name} · Bourse access`);
    }
    for (const [place, name] of ELSEWHERE) {
      await page.goto(`${server.url}/#/${place}`);
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await expect.poll(() => page.title(), { message: place }).toBe(`${name} · Bourse access`);
      const ways = page.getByRole("main").locator("a, button:enabled, input");
      await expect.poll(() => ways.count(), { message: place }).toBeGreaterThan(0);
    }
    await page.goto(`${server.url}/#/reset-password`);
    await page.getByRole("link", { name: "Ask for a new one" }).click();
    await page.getByRole("heading", { level: 1, name: "Forgotten password" }).waitFor();
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  },
);

test.skipIf(isBrowserAbsent)(
  "every page fits a phone with names of any kind, has 7 to 1 in high contrast, and its lists are walked by keys",
  { timeout: 120_000 },
  async () => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const server = await runConsole(await buildConsole(onTestFinished));
    const { email, token } = await signUp(server);
    for (const name of [RIGHT_TO_LEFT, EMOJI]) await makeKey(server, token, ["read"], { name });
    const { id } = await makeKey(server, token, ["read"], { name: longWord(100) });
    const body = { name: longWord(100) };
    for (const name of [RIGHT_TO_LEFT, EMOJI])
      await server.post("organizations", { name }, { token });
    const made = await server.post<{ id: string }>("organizations", body, { token });
    const hook = { url: `https://hooks.example.com/${"w".repeat(1000)}`, events: ["*"] };
    const { data, text } = await server.post<{ id: string }>("webhooks", hook, { token });
    expect(data.id, text).toBeDefined();
    const { page } = await visit(browser, server.url);
    await expectEveryPageFits(page, server.url, ["forgot", "sign-in"]);
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const pages =
      "overview keys keys/new sessions audit organizations account webhooks webhooks/new";
    const places = [
      ...pages.split(" "),
      `keys/${id}`,
      `organizations/${made.data.id}`,
      `webhooks/${data.id}`,
    ];
    await expectEveryPageFits(page, server.url, [...places, "signing-keys"]);
    await page.goto(`${server.url}/#/organizations`);
    // Made at one moment, they stand in any order.
    const first = page.getByRole("main").getByRole("row").nth(1).getByRole("link");
    const name = await first.innerText();
    for (const key of ["j", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1 }).filter({ hasText: name }).waitFor();
    const member = page.getByRole("row", { name: email });
    await member.waitFor();
    await page.keyboard.press("j");
    expect(await member.evaluate((row) => row.matches(":focus"))).toBe(true);
  },
);
