/** The states that every page of a server can come into, each looked at as `look` does. */

import type { Page } from "playwright-core";
import { expect } from "vitest";

import { look } from "./visit.ts";

/** Messages of the browser about calls that these states made fail; any other message is a fault. */
export const MADE_TO_FAIL: RegExp = /status of 500|ERR_INTERNET_DISCONNECTED/;

/** The sheet of keys and the palette of commands, over the page that is shown. */
export async function lookAtDialogs(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await look(page, `${name}-keys`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands" }).waitFor();
  await look(page, `${name}-palette`);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The page while its server does not answer: greyed, with the time since when, and as readable as before. */
export async function lookAtStale(page: Page, name: string): Promise<void> {
  const stale = page.locator(".cards.stale");
  // What is still on its way would fail, and not be old.
  await page.getByText("Loading…", { exact: true }).first().waitFor({ state: "detached" });
  await page.context().setOffline(true);
  try {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await stale.waitFor();
    await page.getByText(/ has not answered since \d/).waitFor();
    await look(page, `${name}-stale`);
  } finally {
    await page.context().setOffline(false);
  }
  await stale.waitFor({ state: "detached" });
}

/** The page after its server failed at every call to `paths`. */
export async function lookAtFailure(
  page: Page,
  name: string,
  { paths, body }: { readonly paths: RegExp; readonly body: object },
): Promise<void> {
  await page.route(paths, (route) => route.fulfill({ status: 500, json: body }));
  await page.reload();
  try {
    await page.locator(".notice.poor, [role=alert]:not(:empty), .toast.poor").first().waitFor();
    await look(page, `${name}-failed`);
  } finally {
    await page.unroute(paths);
    await page.reload();
  }
}

/** Addresses that no page of any server has: another name, segments behind a page that has none, and an empty name. */
const NOWHERE = ["nowhere", "webhooks/one/two", "/webhooks"];

/** Addresses that no page has: each says so, shows no page as the current one, and leads to the first page. */
export async function lookAtNowhere(page: Page, url: string, name: string): Promise<void> {
  for (const place of NOWHERE) {
    await page.goto(`${url}/#/${place}`);
    await page.getByRole("heading", { level: 1, name: "No such page", exact: true }).waitFor();
    await page.getByText("There is no page at this address.", { exact: true }).waitFor();
    expect(await page.locator("nav [aria-current]").count(), place).toBe(0);
  }
  await look(page, `${name}-nowhere`);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await page.getByRole("heading", { name: "No such page" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).hash).toBe("#/");
}
