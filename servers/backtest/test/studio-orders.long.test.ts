/** Orders from the studio while the server refuses, is silent, or the reader leaves: each is sent once at most. */

import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { openStudio, type Studio } from "./support/studio.ts";

const WAIT = { timeout: 60_000 };
const AWAY = {
  status: 503,
  headers: {
    "content-type": "application/json",
    "retry-after": "20",
    "x-error-code": "EXECUTION_UNAVAILABLE",
  },
  body: JSON.stringify({ detail: "The venue is away.", status_code: 503 }),
};

describe.skipIf(isBrowserAbsent)("an order from the studio", { timeout: 120_000 }, () => {
  let studio: Studio;
  let browser: Browser;

  beforeAll(async () => {
    studio = await openStudio();
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  /** The page of the account, whose orders go through `answer`; `keys` has the key of each that was sent. */
  async function account(answer: (route: Route, at: number) => Promise<void>) {
    const { page, faults } = await visit(browser, studio.url, { allowed: /503|ERR_FAILED/u });
    const keys: (string | undefined)[] = [];
    await page.route("**/api/execution/orders", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      keys.push(route.request().headers()["idempotency-key"]);
      return answer(route, keys.length);
    });
    await page.clock.install();
    await page.goto(`${studio.url}/#/account`);
    return { page, faults, keys };
  }

  async function place(page: Page, quantity: string): Promise<void> {
    await page.getByLabel("Quantity").fill(quantity);
    await page.getByRole("button", { name: "Place the order" }).click();
  }

  const placed = async (): Promise<readonly { readonly quantity: string }[]> => {
    const answer = await fetch(`${studio.url}/api/execution/orders`);
    return ((await answer.json()) as { orders: { quantity: string }[] }).orders;
  };

  test("that meets a 503 with Retry-After is told at once and never sent later; repeated by hand it is one order", async () => {
    const { page, faults, keys } = await account((route, at) =>
      at === 1 ? route.fulfill(AWAY) : route.continue(),
    );
    await place(page, "0.01");
    await page.getByText("The venue is away. Wait 20 s and try again.").waitFor(WAIT);
    const doubt = page.getByText("buy 0.01 BTCUSDT may have been placed");
    await look(page, "studio-order-in-doubt");
    await page.goto(`${studio.url}/#/runs`);
    await page.clock.fastForward("10:00");
    await page.goto(`${studio.url}/#/account`);
    await doubt.waitFor(WAIT);
    expect([keys.length, await placed()]).toEqual([1, []]);
    await place(page, "0.01");
    await page.getByText("The order is filled.").waitFor(WAIT);
    expect(await doubt.count()).toBe(0);
    expect(keys).toEqual([keys[0], keys[0]]);
    await place(page, "0.01");
    await expect.poll(async () => (await placed()).length, WAIT).toBe(2);
    expect(new Set(keys).size).toBe(2);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each([
    [
      "is cancelled",
      "You cancelled",
      (page: Page) => page.getByRole("button", { name: "Cancel" }).click(),
    ],
    ["is left for another page", "You left", (page: Page) => page.goto(`${studio.url}/#/runs`)],
  ])(
    "that %s while the server is silent is ended, and may have been placed",
    async (_, words, leave) => {
      const { page, faults, keys } = await account(() => new Promise(() => {}));
      await place(page, "0.02");
      await page.getByText("Placing …").waitFor(WAIT);
      const ended = page.waitForEvent("requestfailed", WAIT);
      await leave(page);
      expect((await ended).method()).toBe("POST");
      await page.goto(`${studio.url}/#/account`);
      await page.getByText(`${words} before the answer came.`).waitFor(WAIT);
      await page.clock.fastForward("10:00");
      expect(keys).toHaveLength(1);
      await page.getByRole("button", { name: "It is settled" }).click();
      expect(await page.getByText("may have been placed").count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  test("that is refused is told so, and not as one that may have been placed", async () => {
    const { page, keys } = await account((route) =>
      route.fulfill({
        ...AWAY,
        status: 429,
        headers: { ...AWAY.headers, "x-error-code": "RATE_LIMITED" },
      }),
    );
    await place(page, "0.03");
    await page.getByText("Wait 20 s and try again.").waitFor(WAIT);
    await page.clock.fastForward("10:00");
    expect([keys.length, await page.getByText("may have been placed").count()]).toEqual([1, 0]);
    await page.context().close();
  });

  test("is not sent after an outage, during which what is held stays, greyed, and nothing is called live", async () => {
    await fetch(`${studio.url}/api/execution/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        symbol: "ETHUSDT",
        side: "buy",
        order_type: "market",
        quantity: "1.5",
      }),
    });
    const before = (await placed()).length;
    const { page, faults } = await account((route) => route.continue());
    const positions = page.getByRole("region", { name: "Positions" });
    await positions.getByText("1.5").waitFor(WAIT);
    await page.getByText(/^Last price [\d,.]+, minute of/u).waitFor(WAIT);
    await page.getByText("live", { exact: true }).waitFor(WAIT);
    // Silent: no call is answered, and none is refused.
    await page.route(/\/(api|livez)/u, () => new Promise(() => {}));
    await page.getByLabel("Quantity").fill("0.04");
    await page.getByText(/^It costs about/u).waitFor(WAIT);
    await page.getByRole("button", { name: "Place the order" }).click();
    for (let step = 0; step < 12; step++) await page.clock.runFor(2500);
    await page.getByText("The server has not answered since").waitFor(WAIT);
    await page.getByText("no answer", { exact: true }).waitFor(WAIT);
    expect(await page.getByText("live", { exact: true }).count()).toBe(0);
    expect(await positions.getByText("1.5").count()).toBe(1);
    await page.goto(`${studio.url}/#/data`);
    await page.unroute(/\/(api|livez)/u);
    await page.clock.fastForward("01:00");
    await page.getByText("live", { exact: true }).waitFor(WAIT);
    expect((await placed()).length).toBe(before);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test("and what is held are unknown before the server has told them", async () => {
    const { page } = await visit(browser, studio.url);
    await page.route("**/api/execution/**", () => new Promise(() => {}));
    await page.goto(`${studio.url}/#/account`);
    await expect.poll(() => page.getByText("Not read yet").count(), WAIT).toBe(3);
    expect(await page.getByText(/Nothing is held|No order yet/u).count()).toBe(0);
    await page.context().close();
  });
});
