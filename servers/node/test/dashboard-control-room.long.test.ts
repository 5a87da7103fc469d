/** The dashboard as a control room: what a payment costs, where a share is, who the peers are, over a real node. */

import { createMemoryHub, createMemoryPeers, type Peer, type PeerNetwork } from "@bourse/node-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { expectEveryPageFits } from "../../../test/support/every-page.ts";
import { look } from "../../../test/support/visit.ts";
import { buildDashboard } from "./support/dashboard.ts";
import { fund, KEY, startTestNode, type TestNode } from "./support/running-node.ts";

const PEERS = 500;
const BURST = 150;

interface History {
  readonly series: string;
  readonly step: number;
  readonly points: readonly { readonly timestamp: number }[];
}

describe.skipIf(isBrowserAbsent)("the dashboard as a control room", { timeout: 60_000 }, () => {
  let pageDirectory: string;
  let chain: TestNode;
  let node: TestNode;
  let browser: Browser;

  beforeAll(async () => {
    pageDirectory = await buildDashboard(afterAll);
    chain = await startTestNode({ atEnd: afterAll });
    node = await startTestNode({
      atEnd: afterAll,
      joins: chain,
      variables: { CONFIRMATIONS: "3" },
      parts: { pageDirectory },
    });
    await fund(chain, node.address);
    browser = await openBrowser();
  }, 120_000);
  afterAll(() => browser?.close());

  async function open(url: string, name: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    onTestFinished(() => page.close());
    await page.goto(`${url}/#/${name}`);
    await page.getByText("healthy", { exact: true }).first().waitFor();
    return page;
  }

  test("a transfer's fee and what it leaves are told before it is sent, and two clicks pay once", async () => {
    const page = await open(node.running.urls.dashboard, "tokens");
    const to = page.getByLabel("To", { exact: true });
    await expect.poll(() => page.locator("datalist option").count()).toBe(1);
    expect(await page.locator("datalist option").getAttribute("value")).toBe(chain.address);
    await to.fill(`0x${"7b".repeat(20)}`);
    await page.getByLabel("Amount").fill("0.25");
    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("group", { name: "Confirm the transfer" });
    await review.getByText("Fee, at most").waitFor();
    await look(page, "dashboard-review");
    const text = await review.innerText();
    const wei = (name: string): bigint => {
      const amount = new RegExp(`${name}\\s+([\\d.]+) ETH`).exec(text)?.[1] ?? "";
      const [whole = "", fraction = ""] = amount.split(".");
      return BigInt(whole + fraction.padEnd(18, "0"));
    };
    const paid = 250_000_000_000_000_000n;
    expect(wei("afterwards, at least")).toBe(wei("ETH now") - paid - wei("Fee, at most"));
    await review.getByRole("button", { name: "Send" }).dblclick();
    const list = page.getByRole("region", { name: "Transactions" });
    await list.getByText(/block \d+, 1 of 3 confirmations/).waitFor();
    for (let block = 0; block < 2; block++) await fund(chain, chain.address, "1");
    await list.getByText("confirmed", { exact: true }).waitFor();
    const balance = async (address: string): Promise<bigint> => {
      const { data } = await node.internal("GET", `/balance/${address}`);
      return BigInt(data["balance"] as string);
    };
    expect(await balance(`0x${"7b".repeat(20)}`)).toBe(paid);
    expect(await balance(node.address)).toBeGreaterThanOrEqual(wei("afterwards, at least"));
  });

  test("a share is followed from its seal to its proof and its receipt, each with its time", async () => {
    const page = await open(node.running.urls.dashboard, "data");
    await page.getByLabel("API key").fill(KEY);
    await page.getByLabel("Data", { exact: true }).fill("a share to follow");
    await page.getByLabel("Recipient").fill(chain.address);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const way = page.getByRole("region", { name: "Shares of this node" }).getByRole("list");
    await way.getByText(/^block \d+: 1 of 3$/).waitFor();
    expect(await way.locator("li.done").count()).toBe(3);
    expect(await way.locator("li.now").innerText()).toContain("proved");
    for (let block = 0; block < 2; block++) await fund(chain, chain.address, "1");
    await expect.poll(() => way.locator("li.done time").count(), { timeout: 15_000 }).toBe(5);
    const times = await way.locator("time").evaluateAll((all) => all.map((one) => one.dateTime));
    // The chain tells the time of a block in whole seconds.
    const seconds = times.map((time) => time.slice(0, 19));
    expect(seconds).toEqual(seconds.toSorted((one, other) => (one < other ? -1 : 1)));
    await page.goto(`${node.running.urls.dashboard}/#/compliance`);
    await page.getByRole("cell", { name: "data_share" }).waitFor();
  });

  test("the history of the node is drawn with its last values, over hours and days", async () => {
    const page = await open(node.running.urls.dashboard, "overview");
    for (const name of ["Balance", "Fees paid", "Healthy peers", "Open transactions"]) {
      const figure = page.getByRole("figure").filter({ hasText: name }).first();
      await figure.getByText(/from \d\d:\d\d/).waitFor();
    }
    await page.getByRole("button", { name: "7 days" }).click();
    const balance = page.getByRole("img", { name: /^Balance, ETH/ });
    await expect
      .poll(() => balance.getAttribute("aria-label"))
      .toMatch(/not known in 16\d of 168 steps/);
  });

  test("a restart and a time without samples are marked in every chart, and named", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    onTestFinished(() => page.close());
    // The last hour as the node tells it: 20 minutes with samples, 20 minutes off, and this run since then.
    await page.route(/\/api\/stats\/history/, async (route) => {
      const { series, step, points } = (await (await route.fetch()).json()) as History;
      const known = (at: number): boolean => at < 20 || at >= 40;
      const value = ["balance", "fees"].includes(series) ? "7" : 7;
      const told = points.map(({ timestamp }, at) => ({
        timestamp,
        value: known(at) ? value : null,
      }));
      return route.fulfill({ json: { series, step, points: told } });
    });
    await page.route(/\/api\/network\/stats/, async (route) => {
      const stats = (await (await route.fetch()).json()) as object;
      return route.fulfill({ json: { ...stats, uptime: 20 * 60 - 30 } });
    });
    // The socket would tell how long the node really runs.
    await page.routeWebSocket(/\/ws$/, () => {});
    await page.goto(`${node.running.urls.dashboard}/#/overview`);
    await page.getByRole("button", { name: "1 hour" }).click();
    await page.getByText(/^Restarted \d\d:\d\d:\d\d UTC\.$/).waitFor();
    await page
      .getByText(/^No samples from [\d:]+ UTC to [\d:]+ UTC: the node was off, or could not keep/)
      .waitFor();
    for (const name of ["Balance", "Fees paid", "Healthy peers", "Sent"]) {
      const chart = page.getByRole("img", {
        name: new RegExp(`^${name}, .* Restarted [\\d:]+ UTC`),
      });
      await chart.waitFor();
      expect(await chart.locator(".pause").count()).toBe(1);
      expect(await chart.locator(".start").count()).toBe(1);
    }
    const chart = page.getByRole("img", { name: /^Balance/ });
    const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + width / 2, y + 10);
    await page.getByRole("figure").filter({ hasText: "Balance" }).getByText("no sample").waitFor();
    await page.mouse.move(0, 0);
    await look(page, "dashboard-restarted");
  });

  test("the keys alone open a payment, a share and a peer, each with its hashes whole", async () => {
    const page = await open(node.running.urls.dashboard, "tokens");
    const record = page.getByRole("dialog");
    /** Presses j until the row of a list is chosen that says `text`, and opens it. */
    const openRow = async (list: string, text: string): Promise<void> => {
      const row = page.getByRole("region", { name: list }).locator("tbody tr", { hasText: text });
      await row.first().waitFor();
      const isChosen = (): Promise<boolean> =>
        row.first().evaluate((element) => element.matches(":focus, [aria-selected=true]"));
      for (let press = 0; press < 20 && !(await isChosen()); press++)
        await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await record.waitFor();
    };
    const { data } = await node.dashboard("GET", "/api/transactions?limit=100");
    const [hash] = (data["transactions"] as { kind: string; tx_hash: string }[])
      .filter(({ kind }) => kind === "transfer")
      .map(({ tx_hash }) => tx_hash);
    await openRow("Transactions", "transfer");
    await record.getByText(hash ?? "no transfer").waitFor();
    await page.keyboard.press("Escape");
    for (const key of ["g", "d"]) await page.keyboard.press(key);
    await openRow("Shares of this node", "delivered");
    expect(await record.getByRole("list", { name: "Way of the share" }).count()).toBe(1);
    await look(page, "dashboard-share-record");
    await page.keyboard.press("Escape");
    for (const key of ["g", "n"]) await page.keyboard.press(key);
    await openRow("Peers", "healthy");
    await record.getByText(chain.address).waitFor();
    await page.keyboard.press("Escape");
    for (const key of ["g", "e"]) await page.keyboard.press(key);
    await page.locator(".events li").first().waitFor();
    for (const key of ["j", "Enter"]) await page.keyboard.press(key);
    await page.locator(".events details[open]").waitFor();
  });

  test("every page fits a phone, and has 7 to 1 in high contrast", async () => {
    const page = await open(node.running.urls.dashboard, "overview");
    const hook = { url: `https://hooks.example.com/${"w".repeat(1000)}`, events: ["*"] };
    const made = await node.internal("POST", "/webhooks", { body: hook });
    expect(made.status, made.text).toBe(201);
    const places = "overview tokens data compliance network events webhooks webhooks/new";
    await expectEveryPageFits(page, node.running.urls.dashboard, places.split(" "));
  });

  test("a burst of events is drawn a few rows a frame, the newest first", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    onTestFinished(() => page.close());
    let send: ((message: string) => void) | undefined;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(message));
      send = (message) => socket.send(message);
    });
    await page.goto(`${node.running.urls.dashboard}/#/events`);
    await page.locator(".events li").first().waitFor();
    const most = page.evaluate<number>(`new Promise((resolve) => {
      let [most, all] = [0, 0];
      new MutationObserver((records) => {
        const added = records.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
        most = Math.max(most, added);
        all += added;
        if (all >= ${BURST}) resolve(most);
      }).observe(document.querySelector(".events"), { childList: true });
    })`);
    for (let index = 1; index <= BURST; index++) {
      const hash = index.toString(16).padStart(64, "0");
      const data = { data_hash: hash, sender: chain.address };
      send?.(JSON.stringify({ type: "data.received", id: `burst:${index}`, timestamp: 1, data }));
    }
    expect(await most).toBeLessThanOrEqual(25);
    const first = page.locator(".events li").first();
    await first.getByText(`0000…${BURST.toString(16).padStart(4, "0")}`).waitFor();
  });

  test(`of ${PEERS} peers only those in sight are drawn, with latency, side, version and address`, async () => {
    const crowded = await startTestNode({
      atEnd: onTestFinished,
      parts: {
        pageDirectory,
        openPeers: ({ identity, store }) =>
          withCrowd(createMemoryPeers(createMemoryHub(), { identity, store })),
      },
    });
    const answer = await crowded.dashboard("GET", "/api/network/peers");
    expect(answer.data["count"]).toBe(PEERS);
    const page = await open(crowded.running.urls.dashboard, "network");
    const peers = page.getByRole("region", { name: "Peers" });
    await peers.getByText("bourse-test/1").first().waitFor();
    expect(await peers.getByRole("row").count()).toBeLessThan(PEERS / 5);
    await peers.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await peers.getByTitle(/^0x0+1F4$/).waitFor();
  });
});

/** A peer network with a crowd of peers that are not there. */
function withCrowd(network: PeerNetwork): PeerNetwork {
  const crowd = Array.from({ length: PEERS }, (_, index): Peer => {
    const hex = (index + 1).toString(16).toUpperCase().padStart(40, "0");
    return {
      nodeId: `16Uiu2HAm${hex}`,
      address: `0x${hex}`,
      healthy: index % 3 > 0,
      connected: true,
      lastSeen: Date.now(),
      latencyMilliseconds: index / 7,
      successRate: 1,
      multiaddrs: [],
      link: {
        version: "bourse-test/1",
        direction: index % 2 === 0 ? "inbound" : "outbound",
        remoteAddress: `/ip4/203.0.113.7/udp/${8000 + index}/quic-v1`,
      },
    };
  });
  return new Proxy(network, {
    get: (target, name) => {
      if (name === "peers") return () => crowd;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
