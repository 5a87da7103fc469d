/** The page of one key in a browser: replaced, limited and its use, over a real server. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "../../../test/support/browser.ts";
import { look, visit } from "../../../test/support/visit.ts";
import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { buildConsole, runConsole, signIn } from "./support/console.ts";

const KEY = /bk_live_[0-9A-Za-z]{49}/;

let pageDirectory: string;
let browser: Browser;

describe.skipIf(isBrowserAbsent)("the page of a key", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    pageDirectory = await buildConsole(afterAll);
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test("limits it, shows its use, and replaces it while the old one is accepted", async () => {
    const server = await runConsole(pageDirectory);
    const { email, token } = await signUp(server);
    const { id, key } = await makeKey(server, token, ["read"]);
    for (let turn = 0; turn < 3; turn += 1) await server.get("deployments", { key });
    const { page, faults } = await visit(browser, server.url);
    await signIn(page, email, PASSWORD);
    await page.goto(`${server.url}/#/keys/${id}`);
    await page.getByRole("img", { name: /^Requests per hour: 3 admitted, 0 refused/ }).waitFor();
    const use = page.getByRole("row").filter({ hasText: "GET /deployments" });
    await use.getByRole("cell", { name: "3", exact: true }).first().waitFor();

    await page.getByLabel("Most requests").fill("1000");
    await page.getByLabel("Only from these addresses").fill("not an address");
    await page.getByRole("button", { name: "Save the changes" }).click();
    await page.getByText("is neither an IP address nor a network").waitFor();
    await page.getByLabel("Only from these addresses").fill("127.0.0.0/8 ::1");
    await page.getByRole("button", { name: "Save the changes" }).click();
    await page.getByText("is changed. It counts from the next request on.").waitFor();
    const { data } = await server.get(`auth/api-keys/${id}`, { token });
    expect(data).toMatchObject({
      limits: { requests: 1000, windowSeconds: 3600 },
      addresses: ["127.0.0.0/8", "::1"],
    });

    await look(page, "access-key-use");
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await look(page, "access-key-replace");
    await page.getByRole("button", { name: "Make the new key" }).click();
    await page.getByText("Copy the key now.").waitFor();
    const [made = ""] = KEY.exec(await page.getByRole("main").innerText()) ?? [];
    expect(made).not.toBe(key);
    for (const one of [key, made]) {
      expect((await server.get("auth/me", { key: one })).status).toBe(200);
    }
    await page.getByRole("button", { name: "TypeScript" }).click();
    const snippet = page.getByLabel("Snippet: TypeScript");
    await snippet.getByText(`apiKey: "${made}"`).waitFor();
    expect(await snippet.innerText()).toContain(`baseUrl: "${server.url}"`);
    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(`${String(kept)} ${page.url()}`).not.toContain(made);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("is accepted until").waitFor();
    expect(await page.content()).not.toContain(made);

    await page.getByRole("link", { name: "What was done to it" }).click();
    const trail = page.getByRole("grid", { name: "Audit trail" });
    await trail.getByText("replaced the API key").waitFor();
    await trail.getByText("addresses from everywhere to").waitFor();
    expect(await trail.innerText()).not.toContain(id.slice(0, 8));
    expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
  });
});
