/** The studio with long names, names from right to left and emoji, on a phone and in all colours. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { expectEveryPageFits } from "../../../test/support/every-page.ts";
import { EMOJI, longWord, RIGHT_TO_LEFT } from "../../../test/support/odd-names.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const GRIDS = /^(?:Returns by month|Figures|Trades)/;
const LABELS = [
  { title: longWord(200), note: longWord(2000), tags: [longWord(40)] },
  { title: RIGHT_TO_LEFT, note: RIGHT_TO_LEFT, tags: ["سوق"] },
  { title: EMOJI, note: EMOJI, tags: ["🦄"] },
];

describe.skipIf(isBrowserAbsent)("the studio with odd names", { timeout: 300_000 }, () => {
  let studio: Studio;
  let browser: Browser;
  const uuids: string[] = [];
  let session = "";

  const call = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const reply = await fetch(`${studio.url}/api/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as Data;
  };

  beforeAll(async () => {
    studio = await openStudio();
    browser = await openBrowser();
    const symbol = "WWWWWWWWWWUSDT";
    for (const labels of LABELS) {
      const uuid = await studio.run({ symbol, interval: "60", limit: 500, strategy: "rsi" });
      await call("PATCH", `jobs/${uuid}`, labels);
      uuids.push(uuid);
    }
    const { id } = await call<{ id: string }>("POST", "sessions", {
      strategy: "rsi",
      symbol,
      interval: "1m",
      exchange: "simulated",
      broker: "paper",
      initial_capital: 10_000,
    });
    session = id;
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  test("every page fits a phone, and has 7 to 1 in high contrast", async () => {
    const page = await browser.newPage();
    const tabs = [
      "overview",
      "chart",
      "trades",
      "tear-sheet",
      "robustness",
      "configuration",
      "log",
    ];
    await expectEveryPageFits(
      page,
      studio.url,
      [
        "runs",
        ...uuids.map((uuid) => `runs/${uuid}`),
        ...tabs.map((tab) => `runs/${uuids[0]}?tab=${tab}`),
        `compare?runs=${uuids.join(",")}`,
        "new",
        "new?kind=sweep",
        "data",
        "strategies",
        "sessions",
        "sessions/new",
        `sessions/${session}`,
        `sessions/${session}?tab=decisions`,
        "account",
        "webhooks",
      ],
      { grids: GRIDS },
    );
  });
});
