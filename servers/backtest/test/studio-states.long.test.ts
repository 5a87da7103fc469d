/** Every page of the studio at answers that are none of the server's own. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { faultsAtOddAnswers, faultsOfStep } from "../../../test/support/odd-answers.ts";
import { drawnCases } from "../../../test/support/rounds.ts";
import { lookAtNowhere } from "../../../test/support/states.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const RUN = { symbol: "BTCUSDT", interval: "60", limit: 500, strategy: "rsi" };
const PAGES = [
  "runs",
  "runs/RUN",
  "runs/RUN?tab=tear-sheet",
  "compare?runs=RUN,RUN",
  "new",
  "new?kind=sweep",
  "data",
  "strategies",
  "account",
  "sessions",
  "sessions/new",
  "sessions/none",
  "webhooks",
];
/** Words of the page about itself: signals that came while it was open. */
const KNOWN = /^No signal yet\.$/;

describe.skipIf(isBrowserAbsent)("the studio's states", { timeout: 180_000 }, () => {
  let studio: Studio;
  let browser: Browser;
  let page: Page;
  let uuid = "";

  beforeAll(async () => {
    studio = await openStudio();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    uuid = await studio.run(RUN);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  test("an address that no page has says so, and leads to the first page", async () => {
    await lookAtNowhere(page, studio.url, "studio");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Runs");
  });

  test("the id of a run that does not exist keeps its own words", async () => {
    await page.goto(`${studio.url}/#/runs/3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11`);
    await page.getByRole("heading", { level: 2, name: "No such run" }).waitFor();
    expect(await page.getByText("There is no page at this address.").count()).toBe(0);
  });

  const STEPS = [
    {
      place: "new",
      paths: /\/api\/backtests/,
      prepare: () => page.getByLabel("Symbol", { exact: true }).waitFor(),
      button: /^Start the run$|^Starting/,
      typed: { Symbol: "ETHUSDT" },
      waiting: /Starting …/,
    },
    {
      place: "runs/RUN",
      paths: /\/api\/jobs\//,
      prepare: () => page.getByRole("button", { name: "Title, tags" }).click(),
      button: /^Save$|^Saving/,
      typed: { Title: "A first try", Tags: "trend", Note: "Keep it." },
      waiting: /Saving …/,
    },
  ];

  test.each(drawnCases(STEPS, 2))(
    "the form of $place at an answer that is none of the server's says so, and keeps what was typed",
    async ({ place, ...step }) => {
      const url = `${studio.url}/#/${place.replace("RUN", uuid)}`;
      expect(await faultsOfStep(page, { ...step, url })).toEqual([]);
    },
  );

  test.each(drawnCases(["overview", "chart", "trades", "tear-sheet"], 4))(
    "the tab %s of a run whose account and trades cannot be read says so, and asks again when told to",
    async (tab) => {
      const paths = /\/api\/jobs\/[^/]+\/(?:equity|trades)/;
      const url = `${studio.url}/#/runs/${uuid}?tab=${tab}`;
      expect(await faultsAtOddAnswers(page, { url, paths })).toEqual([]);
      await page.goto("about:blank");
      await page.route(paths, (route) => route.fulfill({ status: 500 }));
      await page.goto(url);
      const again = page.getByRole("button", { name: "Try again" });
      await again.waitFor();
      await page.unroute(paths);
      await again.click();
      await again.waitFor({ state: "detached" });
      expect(await page.getByText(/^Reading the|^Not known yet/).count()).toBe(0);
    },
  );

  test.each(drawnCases(PAGES, 4))(
    "%s at an answer that is none of the server's says what is not known, and no more",
    async (name) => {
      const url = `${studio.url}/#/${name.replaceAll("RUN", uuid)}`;
      expect(await faultsAtOddAnswers(page, { url, paths: /\/api\//, known: KNOWN })).toEqual([]);
    },
  );
});
