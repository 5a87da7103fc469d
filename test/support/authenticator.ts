/** An authenticator app as a person has it: its codes, and its set-up on the page of an account. */

import type { Locator, Page } from "playwright-core";

import { fromBase32 } from "../../packages/credentials/src/factors/base32.ts";
import { hotp, stepAt } from "../../packages/credentials/src/factors/totp.ts";

/** The code of a secret at a time, or some steps later. */
export function codeAt(secret: string, now: number, step = 0): Promise<string> {
  return hotp(fromBase32(secret), stepAt(now) + step);
}

/** Begins to set up an app and returns its secret, which the page shows. */
export async function beginApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await appCode(page).waitFor();
  const uri = await page.getByRole("link", { name: "open it there" }).getAttribute("href");
  return new URL(uri ?? "").searchParams.get("secret") ?? "";
}

/** The field of the code in the set-up: a page of an account may ask for another code elsewhere. */
function appCode(page: Page): Locator {
  const form = page.locator("form").filter({ hasText: "Confirm the app" });
  return form.getByLabel("Code", { exact: true });
}

/** Confirms the app by a code and returns the recovery codes, which the page shows this once. */
export async function confirmApp(page: Page, code: string): Promise<readonly string[]> {
  await appCode(page).fill(code);
  await page.getByRole("button", { name: "Confirm the app" }).click();
  const shown = page.getByLabel("Recovery codes", { exact: true });
  await shown.waitFor();
  const codes = (await shown.innerText()).split("\n");
  await page.getByRole("button", { name: "I have kept them" }).click();
  await shown.waitFor({ state: "detached" });
  return codes;
}

/** Asks to remove the one factor, twice as the page wants it, and returns the question for a code first. */
export async function askToRemove(page: Page): Promise<Locator> {
  const remove = page.getByRole("button", { name: "Remove", exact: true });
  await remove.click();
  await page.getByText("Recovery codes end with the last factor").waitFor();
  await remove.click();
  const dialog = page.getByRole("dialog", { name: "A code first" });
  await dialog.waitFor();
  return dialog;
}

/** Removes the app, and answers the question for a code first. */
export async function removeApp(page: Page, code: string): Promise<void> {
  const dialog = await askToRemove(page);
  await dialog.getByLabel("Code", { exact: true }).fill(code);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await page.getByText("nobody signs in by your password alone").waitFor();
  await dialog.waitFor({ state: "detached" });
}
