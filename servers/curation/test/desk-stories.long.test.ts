/** Whole stories on the desk, each from the sign-in to what the server then knows. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import {
  buildDesk,
  enrol,
  openDesk,
  question,
  signInByEmail,
  startDesk,
  type Desk,
} from "./support/desk.ts";
import { ADMIN_EMAIL, adminCodeIn, walletOf, type Person } from "./support/people.ts";

const SECOND = "second@example.com";

describe.skipIf(isBrowserAbsent)("stories of the desk", { timeout: 90_000 }, () => {
  let desk: Desk;
  let browser: Browser;

  beforeAll(async () => {
    const variables = { ADMIN_EMAILS: `${ADMIN_EMAIL},${SECOND}` };
    desk = await startDesk(await buildDesk(afterAll), afterAll, variables);
    browser = await openBrowser();
  }, 120_000);
  afterAll(() => browser.close());

  const signedIn = async (email: string) => {
    const opened = await openDesk(browser, desk.url);
    await signInByEmail(opened.page, email);
    return opened;
  };
  const open = (page: Page, name: string): Promise<void> =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

  test("an address that is reserved registers with the operator's code alone, and is an admin", async () => {
    const { page, heard } = await openDesk(browser, `${desk.url}/#/sign-in`);
    await page.getByText("Create an account by e-mail").click();
    const form = page.locator("details form");
    for (const [label, text] of [
      ["Username", "second"],
      ["Wallet address", walletOf("second")],
      ["New e-mail", SECOND],
      ["New password", "correct horse battery"],
    ] as const) {
      await form.getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByText("This email address is reserved for an admin").waitFor();
    await look(page, "desk-registration");
    await form.getByLabel("Admin code").fill(await adminCodeIn(desk.dataDir, SECOND));
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Accounts" }).waitFor();
    expect(await page.locator(".who").innerText()).toMatch(/second\s+admin/);
    await open(page, "Accounts");
    await page.getByRole("group", { name: "Roles of second" }).getByLabel("admin").waitFor();
    // Chromium's own line about the refusal above.
    expect(faultsIn(heard, desk)).toEqual([expect.stringContaining("status of 403")]);
  });

  test("an author withdraws a draft that waits, and no curator sees it any more", async () => {
    const ada = await enrol(desk, "ada");
    const id = await submit(desk, ada, question("withdrawn"));
    const { page, heard } = await signedIn("ada@example.com");
    await page.goto(`${desk.url}/#/drafts/${id}`);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("You withdrew it. That is final.").waitFor();
    await look(page, "desk-withdrawn");
    const queue = await desk.get<unknown[]>("curator/queue", desk.admin.token);
    expect(queue.data).toEqual([]);
    expect(faultsIn(heard, desk)).toEqual([]);
  });

  test("an author withdraws a draft that was never submitted, from where it is edited", async () => {
    const eve = await enrol(desk, "eve");
    const made = await desk.post<{ id: string }>("drafts", eve.token, {
      draft_data: { question_text: "Will this ever be submitted?" },
      submit: false,
    });
    const { page, heard } = await signedIn("eve@example.com");
    await page.goto(`${desk.url}/#/drafts/${made.data.id}`);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("You withdrew it. That is final.").waitFor();
    const { data } = await desk.get<{ status: string }>(`drafts/${made.data.id}`, eve.token);
    expect(data.status).toBe("withdrawn");
    expect(faultsIn(heard, desk)).toEqual([]);
  });

  test("an admin opens a market before its time, locks it, and declares it invalid with a reason", async () => {
    const grace = await enrol(desk, "grace");
    const open_at = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const id = await submit(desk, grace, question("launched", { open_at }));
    const approved = await desk.post(`curator/${id}/approve`, desk.admin.token, {});
    expect(approved.status).toBe(200);
    const { data } = await desk.get<{ market_id: string }>(`drafts/${id}`, grace.token);
    const { page, heard } = await signedIn(ADMIN_EMAIL);
    await page.goto(`${desk.url}/#/markets/${data.market_id}`);
    await page.getByRole("button", { name: "Open now" }).click();
    await look(page, "desk-market-launch");
    await page.locator(".step").getByRole("button", { name: "Open now" }).click();
    await page.getByText("Open now: done.").waitFor();
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.locator(".step").getByRole("button", { name: "Lock now" }).click();
    await page.getByText("Lock now: done.").waitFor();
    await page.getByRole("button", { name: "Invalidate" }).click();
    await page.getByLabel("Reason").fill("The index was discontinued.");
    await page.locator(".step").getByRole("button", { name: "Invalidate" }).click();
    await page.locator("blockquote").getByText("The index was discontinued.").waitFor();
    const trail = page.locator(".trail li");
    await expect.poll(() => trail.count()).toBe(4);
    expect(await trail.allInnerTexts()).toEqual([
      expect.stringContaining("chief made the market"),
      expect.stringContaining("chief opened the market"),
      expect.stringContaining("chief ended trading"),
      expect.stringContaining("chief declared the market invalid"),
    ]);
    await look(page, "desk-market-invalid");
    expect(faultsIn(heard, desk)).toEqual([]);
  });
});

async function submit(desk: Desk, author: Person, draft_data: object): Promise<string> {
  const body = { draft_data };
  const { data, status, text } = await desk.post<{ id: string }>("drafts", author.token, body);
  if (status !== 201) throw new Error(text);
  return data.id;
}

/** Messages of the console, and requests to anyone but the server. */
function faultsIn(heard: readonly string[], desk: Desk): readonly string[] {
  return heard.filter((line) => !line.startsWith(desk.url));
}
