/** The dashboard as an operator meets it: the built page in a browser, over a real node. */

import { hash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { toAddress } from "@bourse/node-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { isBrowserAbsent, listenTo, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { buildDashboard } from "./support/dashboard.ts";
import { fund, KEY, startTestNode, type TestNode } from "./support/running-node.ts";

const artifacts = fileURLToPath(new URL("../../../artifacts/", import.meta.url));
const PAGES = ["Overview", "Tokens", "Data", "Compliance", "Network", "Events"];
const TEXT = "a note from the page";
const NATIVE = `0x${"0".repeat(40)}`;

let pageDirectory: string;

/** Balances of which only a part can be seen: a number without its last digits is another number. */
async function cutNumbers(page: Page): Promise<readonly string[]> {
  const region = page.getByRole("region", { name: "Balances" }).last();
  const seen = await region.boundingBox();
  const right = (seen?.x ?? 0) + (seen?.width ?? 0);
  const cut: string[] = [];
  for (const cell of await region.locator("td.number").all()) {
    const box = await cell.boundingBox();
    if (box === null || box.x + box.width > right + 1) cut.push(await cell.innerText());
  }
  return cut;
}

beforeAll(async () => {
  if (isBrowserAbsent) return;
  mkdirSync(artifacts, { recursive: true });
  pageDirectory = await buildDashboard(afterAll);
}, 60_000);

describe.skipIf(isBrowserAbsent)("the dashboard's page", { timeout: 60_000 }, () => {
  let alice: TestNode;
  let bob: TestNode;
  let browser: Browser;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    alice = await startTestNode({ atEnd: afterAll, parts: { pageDirectory } });
    bob = await startTestNode({ atEnd: afterAll, joins: alice });
    await fund(alice, bob.address);
    await vi.waitUntil(async () => {
      const { data } = await alice.external("GET", "/network/peers?healthy=true");
      return data["count"] === 1;
    }, 15_000);
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    heard = listenTo(page);
    await page.goto(alice.running.urls.dashboard);
  }, 120_000);
  afterAll(() => browser.close());

  const history = () => page.getByRole("region", { name: "Compliance history" });
  const demo = (): string => alice.running.chain.development?.demoToken ?? "";
  const open = (name: string): Promise<void> =>
    page.getByRole("navigation").getByRole("link", { name }).click();

  test("says how the node is, who it is and what it holds", async () => {
    await page.getByText("All parts work.").waitFor();
    await page.getByText("1 of 1").waitFor();
    await expect.poll(() => page.getByText(alice.address).count()).toBe(1);
  });

  test("shares for a payment, and shows the proof, the delivery and the event", async () => {
    await open("Data");
    await page.getByLabel("API key").fill(KEY);
    await page.getByLabel("Data", { exact: true }).fill(TEXT);
    await page.getByLabel("Recipient").fill(bob.address);
    await page.getByLabel("Payment").selectOption({ label: "DEMO" });
    await page.getByLabel("Amount").fill("1,25");
    await page.getByRole("button", { name: "Review the payment" }).click();
    await page.getByText("no commas or spaces").waitFor();
    expect(await page.getByRole("group", { name: "Confirm the payment" }).count()).toBe(0);
    await page.getByLabel("Amount").fill("1.25");
    await page.getByRole("button", { name: "Review the payment" }).click();
    const confirm = page.getByRole("group", { name: "Confirm the payment of the share" });
    await confirm.getByText("1.25 DEMO").waitFor();
    await confirm.getByText("1250000000000000000", { exact: true }).waitFor();
    await confirm.getByText(bob.address).waitFor();
    await confirm.getByText("DEMO afterwards").waitFor();
    await confirm.getByText("999,998.75 DEMO").waitFor();
    const paid = await bob.internal("GET", `/balance/${bob.address}?token=${demo()}`);
    expect(paid.data["balance"]).toBe("0");
    await confirm.getByRole("button", { name: "Share and pay" }).click();
    await page.getByText("Proved on the chain. Hash").waitFor();
    await page.getByText("delivered").first().waitFor();
    const dataHash = hash("sha256", TEXT, "hex");
    const read = await bob.external("GET", `/data/${dataHash}`);
    expect(read.data).toEqual({ hash: dataHash, data: TEXT });

    await page.getByLabel("Data hash", { exact: true }).fill(dataHash);
    await page.getByRole("button", { name: "Read" }).click();
    await page.locator("pre").getByText(TEXT).waitFor();

    await open("Events");
    await page.locator("strong").getByText("data.shared").waitFor();
    expect(await page.locator("strong").getByText("health.update").count()).toBe(0);
    await open("Compliance");
    await history().getByRole("cell", { name: "data_share" }).waitFor();
    await page.getByLabel("Data hash", { exact: true }).fill(dataHash);
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByText("Recorded on the chain as data_share by").waitFor();
    await page.getByLabel("Recorded by").fill(bob.address);
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByText("No wallet that you trust has recorded it").waitFor();
  });

  test("warns before the same data for the same recipient is paid again, names the earlier share, and pays on a second word", async () => {
    await open("Data");
    const card = page.locator("section", {
      has: page.getByRole("heading", { name: "Share", exact: true }),
    });
    const amount = page.getByRole("region", { name: "Shares of this node" }).getByText("1.25 DEMO");
    await expect.poll(() => amount.count(), { message: "amounts in the list" }).toBe(1);
    expect(await card.getByLabel("Data", { exact: true }).inputValue(), "what was sent").toBe("");
    await page.getByLabel("API key").fill(KEY);
    const review = async (data: string): Promise<void> => {
      await card.getByLabel("Data", { exact: true }).fill(data);
      await card.getByLabel("Recipient").fill(bob.address.toLowerCase());
      await card.getByLabel("Payment").selectOption({ label: "DEMO" });
      await card.getByLabel("Amount").fill("2");
      await card.getByRole("button", { name: "Review the payment" }).click();
    };
    const confirm = page.getByRole("group", { name: "Confirm the payment of the share" });
    const warning = confirm.getByText("You have shared this data with this recipient before");
    await review(`${TEXT}, changed`);
    await confirm.getByRole("button", { name: "Share and pay", exact: true }).waitFor();
    expect(await warning.count(), "other data is no second payment").toBe(0);
    await confirm.getByRole("button", { name: "Back" }).click();
    await review(TEXT);
    await warning.waitFor();
    expect(await warning.innerText()).toMatch(
      /for 1\.25 DEMO.*transaction 0x[\s\S]*pays once more/,
    );
    await look(page, "dashboard-paid-before");
    expect(await shareCount()).toBe(1);
    await confirm.getByRole("button", { name: "Share and pay again" }).click();
    await page.getByText("Proved on the chain. Hash").waitFor();
    expect(await shareCount()).toBe(2);
    await page
      .getByRole("region", { name: "Shares of this node" })
      .getByText("2 DEMO", { exact: true })
      .waitFor();
  });

  const shareCount = async (): Promise<unknown> =>
    (await alice.internal("GET", "/shares")).data["count"];

  test("saves the history that is shown as a file of the node's own", async () => {
    await open("Compliance");
    await history().getByRole("cell", { name: "data_share" }).first().waitFor();
    for (const [name, file] of [
      ["CSV", "compliance-history.csv"],
      ["JSON lines", "compliance-history.jsonl"],
    ] as const) {
      const saving = page.waitForEvent("download");
      await page.getByRole("link", { name }).click();
      const download = await saving;
      expect(download.suggestedFilename()).toBe(file);
      const text = await readFile(await download.path(), "utf8");
      expect(text).toContain(hash("sha256", TEXT, "hex"));
      expect(text).toContain(bob.address);
    }
    await page.getByLabel("Event types").fill("nobody");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByText("The chain holds no such event.").waitFor();
    const link = page.getByRole("link", { name: "CSV" });
    expect(await link.getAttribute("href")).toContain("filters=nobody");
    await page.getByLabel("Event types").fill("");
    await page.getByRole("button", { name: "Filter" }).click();
    await history().getByRole("cell", { name: "data_share" }).first().waitFor();
  });

  test("looks at a transfer once more before it is sent, in exact units, and sends it once", async () => {
    await open("Tokens");
    await page.getByLabel("To", { exact: true }).fill(bob.address);
    await page.getByLabel("Token").selectOption({ label: "DEMO" });
    await page.getByLabel("Amount").fill("0.0000000000000000001");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("This token has 18 decimals; the amount has 19.").waitFor();
    await page.getByLabel("Amount").fill("0.000000000000000001");
    await page.getByRole("button", { name: "Review" }).click();
    await page
      .getByRole("group", { name: "Confirm the transfer" })
      .getByText("1", { exact: true })
      .waitFor();
    await page.getByRole("button", { name: "Send" }).dblclick();
    await page.getByText("Sent.").waitFor();
    const balance = await alice.internal("GET", `/balance/${bob.address}?token=${demo()}`);
    expect(balance.data["balance"]).toBe("3250000000000000001");
  });

  test("a transfer whose answer is lost may have been done, says the page; sent again it is paid once", async () => {
    await page.getByLabel("To", { exact: true }).fill(bob.address);
    await page.getByLabel("Token").selectOption({ label: "DEMO" });
    await page.getByLabel("Amount").fill("0.000000000000000001");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("You have sent this amount to this address before").waitFor();
    await page.route(
      "**/api/transfer",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("What you asked for may have been done").waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Sent.").waitFor();
    const balance = await alice.internal("GET", `/balance/${bob.address}?token=${demo()}`);
    expect(balance.data["balance"]).toBe("3250000000000000002");
    heard = heard.filter((line) => !line.includes("ERR_FAILED"));
  });

  test("tells a bad address and a wrong key in words, and goes on", async () => {
    await page.getByLabel("To", { exact: true }).fill("0x12");
    await page.getByLabel("Amount").fill("1");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("Enter an address: 0x and 40 hex digits.").waitFor();
    expect(await page.getByRole("group", { name: "Confirm the transfer" }).count()).toBe(0);
    await open("Data");
    await page.getByLabel("API key").fill("wrong");
    await page.getByLabel("Data hash", { exact: true }).fill("0".repeat(64));
    await page.getByRole("button", { name: "Read" }).click();
    await page.getByRole("alert").getByText("X-API-Key").waitFor();
    heard = heard.filter((line) => !line.includes("401"));
  });

  test("says what the node refuses beside the field that it is about", async () => {
    const card = (title: string) =>
      page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
    const refused = async (title: string, label: string, words: RegExp): Promise<void> => {
      const field = card(title).locator(".field", { hasText: label });
      await field.getByRole("alert").getByText(words).waitFor({ timeout: 10_000 });
      const input = card(title).getByLabel(label, { exact: true });
      expect(await input.getAttribute("aria-invalid"), label).toBe("true");
      expect(await card(title).locator(".notice.poor").count(), label).toBe(0);
    };
    const mistyped = "0x52908400098527886E0F7030069857D2E4169Ee7";
    await open("Tokens");
    const transfer = card("Transfer");
    const review = async (to: string, token: string, amount: string): Promise<void> => {
      await transfer.getByLabel("To", { exact: true }).fill(to);
      await transfer.getByLabel("Token").selectOption({ label: token });
      await transfer.getByLabel("Amount").fill(amount);
      await transfer.getByRole("button", { name: "Review" }).click();
    };
    await review(bob.address, "ETH", "1e400");
    await refused("Transfer", "Amount", /digits with at most one point/);
    await review(mistyped, "ETH", "1");
    await transfer.getByRole("button", { name: "Send" }).click();
    await refused("Transfer", "To", /checksum/);
    const { data } = await alice.internal("GET", `/balance/${alice.address}`);
    const whole = String(data["balance"])
      .padStart(19, "0")
      .replace(/(\d{18})$/, ".$1");
    await review(bob.address, "ETH", whole);
    await transfer.getByRole("button", { name: "Send" }).click();
    await refused("Transfer", "Amount", /leaves enough for the fee.* ETH/);
    expect((await alice.internal("GET", `/balance/${alice.address}`)).data).toEqual(data);

    for (const [address, words] of [
      [mistyped, /checksum/],
      [mistyped.toLowerCase(), /ERC-20/],
    ] as const) {
      await card("Add a token").getByLabel("Contract").fill(address);
      await card("Add a token").getByRole("button", { name: "Add" }).click();
      await refused("Add a token", "Contract", words);
    }

    await open("Data");
    await page.getByLabel("API key").fill(KEY);
    await card("Share").getByLabel("Data", { exact: true }).fill(TEXT);
    await card("Share").getByLabel("Recipient").fill(mistyped);
    await card("Share")
      .getByRole("button", { name: "Review the payment" })
      .or(card("Share").getByRole("button", { name: "Share", exact: true }))
      .click();
    await refused("Share", "Recipient", /checksum/);
    heard = heard.filter((line) => !line.includes("422"));
  });

  test("lists what was received, reads it, and deletes it after a second look", async () => {
    const text = "a note back";
    const headers = { "Idempotency-Key": "back" };
    const body = { data: text, recipient: alice.address };
    expect((await bob.external("POST", "/share_data", { headers, body })).status).toBe(201);
    await open("Data");
    await page.getByLabel("API key").fill(KEY);
    const rows = page.getByRole("region", { name: "Received shares" });
    await rows.getByRole("button", { name: "Read" }).click();
    await page.locator("pre").getByText(text).waitFor();
    await rows.getByRole("button", { name: "Delete" }).click();
    await rows.getByRole("button", { name: "Delete for good" }).click();
    await page.getByText("This node keeps no received share.").waitFor();
    expect((await alice.internal("GET", "/received")).data["total"]).toBe(0);
    const dataHash = hash("sha256", text, "hex");
    expect((await alice.external("GET", `/data/${dataHash}`)).status).toBe(404);
  });

  test.each(PAGES)(
    "%s: nothing for axe to say, and nothing wider than the page, in light and dark, wide and narrow",
    async (name) => {
      await open(name);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await look(page, `dashboard-${name.toLowerCase()}`);
      if (name !== "Tokens") return;
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await cutNumbers(page), "numbers that are cut off").toEqual([]);
      const list = page.getByRole("region", { name: "Transactions" });
      await list.getByText(/The wallet has [\d,.]+ ETH, and this needs/).waitFor();
      expect(await list.getByText(/\bwei\b/).count()).toBe(0);
      await page.setViewportSize({ width: 1200, height: 900 });
    },
  );

  test("the keyboard goes to every page, finds every command and focuses the search", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    const heading = page.getByRole("heading", { level: 1, name: "Tokens" });
    await heading.waitFor();
    const focused = (): Promise<string> => page.evaluate("document.activeElement.textContent");
    await expect.poll(focused).toBe("Tokens");
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.getByText("Go to network").waitFor();
    await look(page, "dashboard-keys");
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search commands" }).fill("to ev");
    await look(page, "dashboard-palette");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Events");
    await page.getByLabel("Filter").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("g t");
    await expect.poll(() => page.getByLabel("Filter").inputValue()).toBe("g t");
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("?");
    await keys.getByLabel("Keys without Ctrl work on this browser").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  });

  test("programs get the facts of the port as JSON where browsers get the page", async () => {
    const answer = await fetch(alice.running.urls.dashboard);
    expect(await answer.json()).toMatchObject({ docs: "/docs", live: "/livez" });
  });

  test("has asked nobody but its own node, and has had nothing to complain about", () => {
    const own = alice.running.urls.dashboard;
    expect(heard.filter((line) => !line.startsWith(own))).toEqual([]);
    expect(heard.length).toBeGreaterThan(10);
  });

  test("a dead node is told as dead, with the time since when, and greyed", async () => {
    await page.setViewportSize({ width: 1200, height: 900 });
    await open("Overview");
    await page.getByText("All parts work.").waitFor();
    await alice.close();
    await page.getByText(/The node has not answered since \d/).waitFor();
    await expect.poll(() => page.locator(".cards.stale").count()).toBe(1);
    expect(await page.locator(".top").getByText("healthy", { exact: true }).count()).toBe(0);
    await page.screenshot({ path: `${artifacts}dashboard-dead.png` });
  });
});

describe.skipIf(isBrowserAbsent)("the page of another node", { timeout: 60_000 }, () => {
  test("asks for a key, opens a session by it, and then shares and reads without one", async () => {
    const node = await startTestNode({
      atEnd: onTestFinished,
      // No caller is local while a proxy is trusted.
      variables: { TRUST_PROXY: "loopback", DASHBOARD_KEY: "a key of the dashboard" },
      parts: { pageDirectory },
    });
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    // Refused calls and sockets are in the browser's console before the key is given.
    const { page, faults } = await visit(browser, node.running.urls.dashboard, {
      allowed: /401|WebSocket/,
    });
    await page.getByRole("heading", { name: "This node wants a key" }).waitFor();
    await look(page, "dashboard-locked");
    await page.getByLabel("Key", { exact: true }).fill("not the key");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").getByText("API key").waitFor();
    await page.getByLabel("Key", { exact: true }).fill("a key of the dashboard");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("All parts work.").waitFor();
    expect(await page.getByRole("heading", { name: "This node wants a key" }).count()).toBe(0);
    await page.getByRole("navigation").getByRole("link", { name: "Data" }).click();
    expect(await page.getByLabel("API key").count()).toBe(0);
    await page.getByLabel("Data", { exact: true }).fill(TEXT);
    await page.getByLabel("Recipient").fill(node.address);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByText("Proved on the chain. Hash").waitFor();
    await page.getByLabel("Data hash", { exact: true }).fill(hash("sha256", TEXT, "hex"));
    await page.getByRole("button", { name: "Read" }).click();
    await page.locator("pre").getByText(TEXT).waitFor();
    expect(faults).toEqual([]);
  });

  test("shows what is not final yet, also after a reload, until it is: never as proved", async () => {
    const chain = await startTestNode({ atEnd: onTestFinished });
    const node = await startTestNode({
      atEnd: onTestFinished,
      joins: chain,
      variables: { CONFIRMATIONS: "3" },
      parts: { pageDirectory },
    });
    await fund(chain, node.address);
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    const to = toAddress(`0x${"5a".repeat(20)}`, "to");
    const body = { from: node.address, to, amount: "1000000000000000", token: NATIVE };
    // Blocks come with transactions only, so the chain's own node decides when it is final.
    const paid = node.internal("POST", "/transfer", { body });
    await expect
      .poll(async () => (await node.internal("GET", `/balance/${to}`)).data["balance"])
      .toBe("1000000000000000");
    await page.goto(`${node.running.urls.dashboard}/#/tokens`);
    const rows = page.getByRole("region", { name: "Transactions" });
    await rows.getByText("0.001 ETH", { exact: true }).waitFor();
    await rows.getByText(/block \d+, 1 of 3 confirmations/).waitFor();
    await page.screenshot({ path: `${artifacts}dashboard-open-transaction.png` });

    const share = { body: { data: TEXT, recipient: node.address } };
    const shared = node.external("POST", "/share_data", share);
    await page.goto(`${node.running.urls.dashboard}/#/data`);
    await page.reload();
    const shares = page.getByRole("region", { name: "Shares of this node" });
    await shares.getByText(/in block \d+, 1 of 3 confirmations/).waitFor();
    await page.screenshot({ path: `${artifacts}dashboard-open-share.png` });
    expect(await shares.getByText("delivered").count()).toBe(0);

    for (let block = 0; block < 2; block++) await fund(chain, to, "1");
    await shares.getByText("delivered").waitFor();
    await page.goto(`${node.running.urls.dashboard}/#/tokens`);
    await rows.getByText("confirmed", { exact: true }).nth(1).waitFor();
    expect((await paid).status).toBe(200);
    expect((await shared).status).toBe(201);
  });
});
