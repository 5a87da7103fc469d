/** Every page of the dashboard in the states that it can come into: empty, failed, stale, under a dialog. */

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
import { look, visit } from "../../../test/support/visit.ts";
import { buildDashboard } from "./support/dashboard.ts";
import { KEY, startTestNode } from "./support/running-node.ts";

const PAGES = ["Overview", "Tokens", "Data", "Compliance", "Network", "Events", "Webhooks"];
/** An internal error as the node words it. */
const FAILED = { paths: /\/api\//, body: { error: "An internal error occurred." } };

describe.skipIf(isBrowserAbsent)("the dashboard's states", { timeout: 120_000 }, () => {
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];
  let url: string;

  beforeAll(async () => {
    const pageDirectory = await buildDashboard(afterAll);
    const node = await startTestNode({ atEnd: afterAll, parts: { pageDirectory } });
    url = node.running.urls.dashboard;
    browser = await openBrowser();
    ({ page, faults } = await visit(browser, url, { allowed: MADE_TO_FAIL }));
  }, 120_000);
  afterAll(() => browser?.close());

  test.each(PAGES)("%s opens without a shift, and fits every screen", async (title) => {
    const opening = await openingOf(page.context(), `${url}/#/${title.toLowerCase()}`);
    expect(opening.tooWide).toEqual([]);
    expect(opening.shift, JSON.stringify(opening.shifts)).toBeLessThan(MOST_SHIFT);
  });

  test.each(drawnCases(PAGES, 2))(
    "%s: with nothing in it, after a failure, and with a node that is away",
    async (title) => {
      const name = title.toLowerCase();
      await page.goto(`${url}/#/${name}`);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await look(page, `dashboard-empty-${name}`);
      await lookAtStale(page, `dashboard-${name}`);
      // The events come by the socket, which is a state of its own.
      if (name !== "events") await lookAtFailure(page, `dashboard-${name}`, FAILED);
      if (name === "data") await lookAtDialogs(page, `dashboard-${name}`);
      expect(faults).toEqual([]);
    },
  );

  test("an address that no page has says so, and leads to the first page", async () => {
    await lookAtNowhere(page, url, "dashboard");
    await page.getByRole("heading", { level: 1, name: "Overview", exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  const RECIPIENT = `0x${"7b".repeat(20)}`;

  test("a transfer at an answer that is none of the node's says that it may be made, and is kept for a second try", async () => {
    const { page: other } = await visit(browser, url);
    const step = {
      url: `${url}/#/tokens`,
      paths: /\/api\/transfer/,
      prepare: async (): Promise<void> => {
        await other.getByLabel("To", { exact: true }).fill(RECIPIENT);
        await other.getByLabel("Amount").fill("0.25");
        await other.getByRole("button", { name: "Review" }).click();
      },
      button: /^Send/,
      waiting: /Sending…/,
    };
    expect(await faultsOfStep(other, step)).toEqual([]);
    await other.getByText(RECIPIENT).waitFor();
    await other.context().close();
  });

  test("a share at an answer that is none of the node's says so, and keeps what was typed", async () => {
    const { page: other } = await visit(browser, url);
    const step = {
      url: `${url}/#/data`,
      paths: /\/api\/share_data/,
      prepare: () => other.getByLabel("API key").fill(KEY),
      button: /^Share$|^Sealing/,
      typed: { Data: "a note", Recipient: RECIPIENT },
      waiting: /Sealing, proving/,
    };
    expect(await faultsOfStep(other, step)).toEqual([]);
    await other.context().close();
  });

  // The events come by the socket.
  test.each(
    drawnCases(
      PAGES.filter((title) => title !== "Events"),
      3,
    ),
  )(
    "%s at an answer that is none of the node's says what is not known, and no more",
    async (title) => {
      const { page: other } = await visit(browser, url);
      const place = `${url}/#/${title.toLowerCase()}`;
      // A share without a payment.
      const asked = { url: place, paths: FAILED.paths, known: /^None$/ };
      expect(await faultsAtOddAnswers(other, asked)).toEqual([]);
      await other.context().close();
    },
  );
});
