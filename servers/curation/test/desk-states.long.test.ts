/** Every page of the desk in the states that it can come into: empty, failed, stale, under a dialog. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { faultsAtOddAnswers, faultsOfStep } from "../../../test/support/odd-answers.ts";
import { drawnCases } from "../../../test/support/rounds.ts";
import {
  lookAtDialogs,
  lookAtFailure,
  lookAtNowhere,
  lookAtStale,
  MADE_TO_FAIL,
} from "../../../test/support/states.ts";
import { MOST_SHIFT, openingOf } from "../../../test/support/steadiness.ts";
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
import { ADMIN_EMAIL, type Person } from "./support/people.ts";

/** An internal error as the server words it. */
const FAILED = {
  paths: /\/api\/v1\/(?!auth\/(?!sessions))/,
  body: { error: "internal_error", message: "An internal error occurred." },
};
/** Each page with a sentence of it when nothing is there yet. */
const PAGES: readonly (readonly [name: string, title: string])[] = [
  ["queue", "Queue"],
  ["drafts", "Drafts"],
  ["drafts/new", "New draft"],
  ["markets", "Markets"],
  ["statistics", "Statistics"],
  ["accounts", "Accounts"],
  ["audit", "Audit"],
  ["webhooks", "Webhooks"],
  ["account", "My account"],
];
/** Words of the page about what is written in it, and about the account that it has read. */
const KNOWN = /^No (?:source|resolution deadline)|^Nobody has confirmed yet/;
const DRAWN = drawnCases(PAGES, 3);

describe.skipIf(isBrowserAbsent)("the desk's states", { timeout: 120_000 }, () => {
  let desk: Desk;
  let browser: Browser;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    desk = await startDesk(await buildDesk(afterAll), afterAll);
    browser = await openBrowser();
    ({ page, heard } = await openDesk(browser, desk.url));
    await signInByEmail(page, ADMIN_EMAIL);
  }, 120_000);
  afterAll(() => browser.close());

  /** Requests and messages that a good page does not make. */
  const faults = (): readonly string[] =>
    heard.filter((line) => !line.startsWith(desk.url) && !MADE_TO_FAIL.test(line));

  const open = async (name: string, title: string): Promise<void> => {
    await page.goto(`${desk.url}/#/${name}`);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await page.locator("main .card").first().waitFor();
  };

  test.each(DRAWN)("%s with nothing in it, and under a dialog", async (name, title) => {
    await open(name, title);
    const shot = `desk-empty-${name.replace("/", "-")}`;
    await look(page, shot);
    if (name === "queue") await lookAtDialogs(page, shot);
    expect(faults()).toEqual([]);
  });

  test.each(DRAWN.filter(([name]) => name !== "drafts/new"))(
    "%s after a failure",
    async (name, title) => {
      await open(name, title);
      await lookAtFailure(page, `desk-${name}`, FAILED);
      expect(faults()).toEqual([]);
    },
  );

  test("an address that no page has says so, and leads to the first page", async () => {
    await lookAtNowhere(page, desk.url, "desk");
    await page.getByRole("heading", { level: 1, name: "Queue", exact: true }).waitFor();
    const { page: other } = await openDesk(browser, desk.url);
    await lookAtNowhere(other, desk.url, "desk-open");
    await other.getByRole("heading", { level: 1, name: /^Markets that/ }).waitFor();
    await other.context().close();
    expect(faults()).toEqual([]);
  });

  describe("with drafts and markets", () => {
    let ada: Person;

    beforeAll(async () => {
      ada = await enrol(desk, "ada");
      for (const topic of ["sea", "air", "land"]) {
        const body = { draft_data: question(topic) };
        const { data } = await desk.post<{ id: string }>("drafts", ada.token, body);
        if (topic === "sea") await desk.post(`curator/${data.id}/approve`, desk.admin.token, {});
      }
      await desk.post("drafts", desk.admin.token, { draft_data: question("own") });
    });

    test.each(DRAWN)(
      "%s with a server that is away is grey, and as readable",
      async (name, title) => {
        await open(name, title);
        await lookAtStale(page, `desk-${name.replace("/", "-")}`);
        expect(faults()).toEqual([]);
      },
    );

    test.each(DRAWN)(
      "%s at an answer that is none of the server's says what is not known, and no more",
      async (name) => {
        const asked = { url: `${desk.url}/#/${name}`, paths: FAILED.paths, known: KNOWN };
        const other = await page.context().newPage();
        expect(await faultsAtOddAnswers(other, asked)).toEqual([]);
        await other.close();
      },
    );

    test("a draft at an answer that is none of the server's says so, and keeps what was typed", async () => {
      const other = await page.context().newPage();
      const step = {
        url: `${desk.url}/#/drafts/new`,
        paths: /\/api\/v1\/drafts/,
        prepare: () => other.getByLabel("Question", { exact: true }).waitFor(),
        button: /^Sav/,
        typed: { Question: "Will the sea index close above 100?" },
        waiting: /Saving/,
      };
      expect(await faultsOfStep(other, step)).toEqual([]);
      await other.close();
    });

    test("a decision whose answer is lost is told, and is made again with its reason", async () => {
      await open("queue", "Queue");
      await page.locator(".review:not(.stale)").waitFor();
      await page.keyboard.press("r");
      await page.getByLabel("Reason").fill("No source can settle it.");
      await page.route("**/reject", (route) => route.abort("internetdisconnected"));
      await page.keyboard.press("Control+Enter");
      const again = page.getByRole("button", { name: "Decide again" });
      await again.waitFor({ timeout: 15_000 });
      await page.unroute("**/reject");
      const sent = page.waitForRequest((request) => request.url().endsWith("/reject"));
      await again.click();
      expect((await sent).postDataJSON()).toMatchObject({ reason: "No source can settle it." });
      await page.getByText("Rejecting").waitFor({ state: "detached" });
      expect(await again.count()).toBe(0);
    });

    test("a list that was grey is read again as soon as the server is back", async () => {
      await open("markets", "Markets");
      await page.getByText("1 in all", { exact: true }).waitFor();
      await page.context().setOffline(true);
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.locator(".cards.stale").waitFor();
      const body = { draft_data: question("meanwhile") };
      const { data } = await desk.post<{ id: string }>("drafts", ada.token, body);
      await desk.post(`curator/${data.id}/approve`, desk.admin.token, {});
      await page.context().setOffline(false);
      await page.getByText("2 in all", { exact: true }).waitFor();
      await expect.poll(() => page.locator(".list li").count()).toBe(2);
    });

    test.each(DRAWN)("%s opens without a shift, and fits every screen", async (name) => {
      const opening = await openingOf(page.context(), `${desk.url}/#/${name}`);
      expect(opening.tooWide).toEqual([]);
      expect(opening.shift, JSON.stringify(opening.shifts)).toBeLessThan(MOST_SHIFT);
    });

    test("a claimed draft, a reason that is typed and a decision that is held back are grey, and as readable", async () => {
      await open("queue", "Queue");
      const review = page.locator(".review:not(.stale)");
      await review.waitFor();
      await page.keyboard.press("c");
      await review.getByText(/you \d+ (?:min|s)/).waitFor();
      await lookAtStale(page, "desk-queue-claimed");
      await page.keyboard.press("r");
      await page.getByLabel("Reason").fill("No source");
      await lookAtStale(page, "desk-queue-reason");
      await page.keyboard.press("Escape");
      await page.keyboard.press("a");
      await page
        .locator(".held")
        .getByText(/Approving/)
        .waitFor();
      await lookAtStale(page, "desk-queue-held");
      expect(faults()).toEqual([]);
    });

    test("a market with a server that is away is grey, and as readable", async () => {
      await open("markets", "Markets");
      await page.getByRole("link", { name: /sea index/ }).click();
      await page.getByRole("heading", { level: 1, name: /sea index/ }).waitFor();
      await lookAtStale(page, "desk-market");
      expect(faults()).toEqual([]);
    });
  });

  test("the sign-in under a dialog, and with a server that is away", async () => {
    const { page: other } = await openDesk(browser, `${desk.url}/#/sign-in`);
    await other.getByLabel("E-mail", { exact: true }).waitFor();
    await lookAtDialogs(other, "desk-sign-in");
    await lookAtStale(other, "desk-sign-in");
    expect(await other.getByRole("button", { name: "Sign out" }).count()).toBe(0);
  });
});
