/** An admin who hides a comment and suspends its author, and the author who sees both. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look } from "../../../test/support/visit.ts";
import { buildDesk, enrol, openDesk, question, signInByEmail, startDesk } from "./support/desk.ts";
import { ADMIN_EMAIL } from "./support/people.ts";

const REASON = "It insults another author.";

describe.skipIf(isBrowserAbsent)("moderation on the desk", { timeout: 60_000 }, () => {
  let pageDirectory: string;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildDesk(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("a comment is hidden and shown, and an account suspended, which sees why, and reinstated", async () => {
    const desk = await startDesk(pageDirectory, onTestFinished);
    const ada = await enrol(desk, "ada");
    const body = { draft_data: question("sea") };
    const { data } = await desk.post<{ id: string }>("drafts", ada.token, body);
    await desk.post(`drafts/${data.id}/comments`, ada.token, { body: "a rude word" });
    const { page } = await openDesk(browser, desk.url);
    await signInByEmail(page, ADMIN_EMAIL);
    await page.goto(`${desk.url}/#/queue?draft=${data.id}`);
    await page.getByRole("button", { name: /^Hide the comment of ada/u }).click();
    await page.getByLabel("Reason").fill(REASON);
    await page.getByRole("button", { name: "Hide the comment", exact: true }).click();
    await page.getByText(`Hidden from all but its author and curators: ${REASON}`).waitFor();
    await look(page, "desk-hidden-comment");
    await page.getByRole("button", { name: /^Show the comment of ada/u }).click();
    await page.getByRole("button", { name: /^Hide the comment of ada/u }).waitFor();

    await page.goto(`${desk.url}/#/accounts`);
    await page.getByRole("button", { name: "Suspend ada" }).click();
    await page.getByLabel("Reason").fill(REASON);
    await look(page, "desk-suspend");
    await page.getByRole("button", { name: "Suspend ada" }).click();
    await page.getByText(/^Suspended until .*insults another author/u).waitFor();
    const refused = await desk.call("PATCH", "auth/me", { token: ada.token, body: { bio: "me" } });
    expect(refused.status).toBe(403);

    const { page: own } = await openDesk(browser, desk.url);
    await signInByEmail(own, "ada@example.com");
    await own.getByRole("link", { name: "My account", exact: true }).click();
    await own.getByText(/^Your account is suspended until .*insults another author/u).waitFor();
    await look(own, "desk-suspended");

    await page.getByRole("button", { name: "Lift the suspension of ada" }).click();
    await page.getByRole("button", { name: "Suspend ada" }).waitFor();
  });
});
