/** The desk over 5,000 markets and as many waiting drafts: the work of its lists for the page and the server. */

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createPasswordHasher } from "@bourse/credentials";
import type { Actor } from "@bourse/curation-core";
import { readEnvironment } from "@bourse/http";
import { createClosingStack, type Collection, type Entity } from "@bourse/kernel";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import {
  answerWorkOf,
  firstPaintOf,
  openWork,
  plainFrameOf,
  scrollThrough,
  tasksDuring,
} from "../../../test/support/measures.ts";
import { curationEnvironment } from "../src/environment.ts";
import { openCurationCore } from "../src/open-core.ts";
import {
  buildDesk,
  enrol,
  openDesk,
  PASSWORD,
  signInByEmail,
  startDesk,
  type Desk,
} from "./support/desk.ts";
import { walletOf } from "./support/people.ts";

interface Size {
  readonly markets: number;
  readonly waiting: number;
}

type Fields = Entity & Readonly<Record<string, unknown>>;

const LARGE: Size = { markets: 5000, waiting: 5000 };
/** More than a page of each list. */
const SMALL: Size = { markets: 30, waiting: 120 };
const BATCH = 1000;
const FRAMES = 120;

describe.skipIf(isBrowserAbsent)("the desk over 5,000 markets", { timeout: 120_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), "bourse-desk-scale-"));
  let browser: Browser;
  let desk: Desk;
  let small: Desk;

  beforeAll(async () => {
    const folder = await buildDesk(afterAll);
    browser = await openBrowser();
    const start = async (name: string, size: Size): Promise<Desk> => {
      const variables = {
        DATA_DIR: join(data, name),
        CURATION_STORE_URL: `sqlite:${join(data, name, "curation.db")}`,
      };
      await fill(variables, size);
      return startDesk(folder, afterAll, variables);
    };
    small = await start("small", SMALL);
    desk = await start("large", LARGE);
    await enrol(desk, "grace", ["curator"]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(data, { recursive: true });
  });

  test("answers every list with at most twice the work of one of few markets and drafts", async ({
    annotate,
  }) => {
    const cases = [
      ["the markets", "markets?limit=25", "nobody"],
      ["a search of markets", "markets?limit=25&search=rainfall", "nobody"],
      ["a tag by deadline", "markets?limit=25&tags=index&sort_by=resolution_deadline", "nobody"],
      ["the author's drafts", "drafts?limit=25", "ada"],
      ["the author's waiting drafts", "drafts?limit=25&status=pending", "ada"],
      ["the queue", "curator/queue?limit=100", "chief"],
      ["the best of the queue", "curator/queue?limit=100&sort=quality&tag=index", "chief"],
    ] as const;
    for (const [name, path, who] of cases) {
      const [few, many] = await Promise.all([askerOf(small, path, who), askerOf(desk, path, who)]);
      const begun = performance.now();
      await many();
      const first = Math.round(performance.now() - begun);
      const ratio = await ratioOf(few, many);
      await annotate(
        `${name}: ${ratio.toFixed(2)} times the work; the first answer after ${first} ms`,
      );
      expect(ratio, name).toBeLessThan(2);
    }
  });

  const pages = [
    ["markets", "markets", "html", "main .list > li", 25],
    ["the author's own drafts", "drafts", "html", "main .list > li", 25],
    ["waiting drafts", "queue", ".queue .rows", ".queue .rows li", 100],
  ] as const;
  test.for(pages)(
    "a list of %s is painted and scrolled with the work of a few plain tables",
    async ([, place, box, row, count], { annotate }) => {
      const { page, heard } = await openDesk(browser, desk.url);
      onTestFinished(() => page.context().close());
      await signInByEmail(page, place === "queue" ? "grace@example.com" : "ada@example.com");
      const plain = await plainFrameOf(page);
      const times = (work: number): string =>
        `${work.toFixed(0)} ms, ${(work / plain).toFixed(1)} plain frames`;
      await page.goto(`${desk.url}/#/${place}`);
      const last = page.locator(row).nth(count - 1);
      await last.waitFor();
      const work = await openWork(page);
      const before = await work();
      await page.reload();
      const paint = Math.round(await firstPaintOf(page));
      await last.waitFor();
      const opening = 1000 * ((await work()) - before);
      expect(await page.locator(row).count()).toBe(count);
      const scrolling = await tasksDuring(page, () => scrollThrough(page, box, FRAMES));
      await annotate(
        `first contentful paint after ${paint} ms; until the rows are there ${times(opening)}`,
      );
      await annotate(
        `scrolling, a frame: ${times(scrolling.all / FRAMES)}; the longest task ${times(scrolling.longest)}`,
      );
      // It was 10 in the queue when this was measured, and 0.1 and 0.6 while it was scrolled.
      expect(opening / plain).toBeLessThan(40);
      expect(scrolling.all / FRAMES / plain).toBeLessThan(2);
      expect(scrolling.longest / plain).toBeLessThan(5);
      expect(heard.filter((line) => !line.startsWith("http"))).toEqual([]);
    },
  );

  test("the facts of a market stand beside its question on a wide page, and below it on a narrow one", async () => {
    const { page } = await openDesk(browser, `${desk.url}/#/markets`);
    onTestFinished(() => page.context().close());
    const first = page.locator("main .list > li").first();
    const isBeside = async (): Promise<boolean> => {
      const [question, facts] = [
        await first.locator("a").first().boundingBox(),
        await first.locator(".facts").boundingBox(),
      ];
      return (facts?.y ?? 0) < (question?.y ?? 0) + (question?.height ?? 0);
    };
    await expect.poll(isBeside).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(isBeside).toBe(false);
  });
});

async function askerOf(desk: Desk, path: string, who: string): Promise<() => Promise<unknown>> {
  const token = who === "nobody" ? undefined : await tokenOf(desk, who);
  return async () => {
    const { status, text } = await desk.get(path, token);
    expect(status, text).toBe(200);
  };
}

async function tokenOf(desk: Desk, name: string): Promise<string> {
  if (name === "chief") return desk.admin.token;
  const body = { email: `${name}@example.com`, password: PASSWORD };
  type LoggedIn = { readonly access_token: string };
  return (await desk.post<LoggedIn>("auth/login", undefined, body)).data.access_token;
}

/** Work of a call of `many` in calls of `few`. */
async function ratioOf(few: () => Promise<unknown>, many: () => Promise<unknown>): Promise<number> {
  const less = await answerWorkOf(few);
  return (await answerWorkOf(many)) / less;
}

/** Fills a store with markets and waiting drafts of one author: copies of one of each, with texts of their own. */
async function fill(
  variables: Readonly<Record<string, string>>,
  { markets, waiting }: Size,
): Promise<void> {
  const opened = createClosingStack();
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1 });
  const config = readEnvironment(curationEnvironment, variables);
  const { core, store } = await openCurationCore(config, opened, () => undefined, { hasher });
  const join = async (username: string, roles: Actor["roles"]): Promise<Actor> => {
    const email = `${username}@example.com`;
    const account = { walletAddress: walletOf(username), username, email, password: PASSWORD };
    const { user } = await core.accounts.register(account);
    return { id: user.id, username, walletAddress: user.walletAddress, roles, sessionId: null };
  };
  const author = await join("ada", []);
  const found = await core.drafts.create(author, { draftData: draftOf(0) });
  const { marketId } = await core.review.approve(await join("heidi", ["admin"]), found.id);
  // The oldest one that waits is what the queue opens.
  const first = await core.drafts.create(author, { draftData: draftOf(1) });
  const named = (name: string): Collection<Entity> => store.collections.get(name)!; // the core has it
  const read = async (name: string, id: string): Promise<Fields> =>
    (await store.get(named(name), id))!.value as Fields; // it was just made
  const [approved, pending] = [await read("drafts", found.id), await read("drafts", first.id)];
  const market = await read("markets", marketId ?? "");
  const counter = (await store.get(named("counters"), "sequence"))!; // changes were numbered
  let change = Number((counter.value as Fields)["value"]);
  const add = async (name: string, count: number, documentAt: (at: number) => object) => {
    for (let start = 0; start < count; start += BATCH) {
      await store.transaction(async (tx) => {
        for (let at = start; at < Math.min(count, start + BATCH); at++) {
          const document = { id: randomUUID(), ...documentAt(at), change: ++change };
          await tx.insert(named(name), document);
        }
      });
    }
  };
  const now = Date.now();
  const ids = Array.from({ length: markets }, () => randomUUID());
  await add("drafts", markets, (at) => {
    const draftData = draftOf(at + 2);
    return { ...approved, id: ids[at], draftData, createdAt: now + at, marketId: randomUUID() };
  });
  await add("markets", markets, (at) => {
    const { questionText, summary, topicTags, resolutionDeadline } = draftOf(at + 2);
    const own = { questionText, summary, topicTags, createdAt: now + at, draftId: ids[at] };
    const { id: _, ...rest } = market;
    return { ...rest, ...own, resolutionDeadline };
  });
  await add("drafts", waiting, (at) => {
    const { id: _, ...rest } = pending;
    const draftData = draftOf(at + markets + 2);
    const later = now + markets + at;
    return { ...rest, draftData, createdAt: later, submittedAt: later };
  });
  const last = { ...counter.value, value: change };
  await store.replace(named("counters"), last as Entity, counter.version);
  await opened.close();
}

const SUBJECTS = ["rainfall in Lisbon", "wheat in Rosario", "turnout in Bern", "copper in London"];
const DAY = 86_400_000;

/** A specification with a question of its own, decided on a day of its own. */
function draftOf(at: number) {
  const subject = SUBJECTS[at % SUBJECTS.length];
  const deadline = Date.now() + (30 + (at % 300)) * DAY;
  const day = new Date(deadline).toISOString().slice(0, 10);
  return {
    questionText: `Will the index ${at} of ${subject} close above ${1000 + at} points by ${day}?`,
    summary: `Market ${at}, on ${subject}.`,
    topicTags: [`tag${at % 200}`, "index"],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolutionSources: [
      { sourceUrl: `https://stats.example.com/${at}.json`, sourceType: "api" as const },
    ],
    triggerCondition: "The closing value as published by the source.",
    fallbackLogic: "The next published value counts.",
    resolutionDeadline: deadline,
  };
}
