/** Rights and limits of API keys, as a caller meets them. */

import type { ApiKey } from "@bourse/contract/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Answer } from "./support/calls.ts";
import { call } from "./support/calls.ts";
import { KEY, startTestNode, type TestNode } from "./support/running-node.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"e1".repeat(20)}`;
const STRANGER = `0x${"5a".repeat(20)}`;
const DASHBOARD_KEY = "a dashboard key of tests";

describe("an API key", () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode({
      atEnd: afterAll,
      variables: { DASHBOARD_KEY, ALLOWED_HOSTS: "127.0.0.1" },
      values: { DASHBOARD_API_HOST: "0.0.0.0" },
    });
  }, 60_000);

  async function keyOf(request: object): Promise<Readonly<Record<string, string>>> {
    const made = await node.internal("POST", "/api-keys", { body: { name: "k", ...request } });
    expect(made.status, made.text).toBe(201);
    return { "X-API-Key": String(made.data["key"]) };
  }

  function share(
    headers: Readonly<Record<string, string>>,
    data: string,
    more = {},
  ): Promise<Answer> {
    return node.external("POST", "/share_data", {
      headers,
      body: { data, recipient: PAYEE, ...more },
    });
  }

  /** Call with a key over the dashboard, which requires one here. */
  function pay(
    headers: Readonly<Record<string, string>>,
    to: string,
    amount: number,
  ): Promise<Answer> {
    const url = new URL("/api/transfer", node.running.urls.dashboard);
    url.hostname = "127.0.0.1";
    const body = { from: node.address, to, amount, token: NATIVE };
    return call("POST", url.href, { headers, body });
  }

  const payment = (amount: number) => ({ payment_token: NATIVE, payment_amount: amount });

  test("with the scope share alone shares, and neither reads nor pays", async () => {
    const sharer = await keyOf({ scopes: ["share"] });
    const shared = await share(sharer, "shared");
    expect(shared.status).toBe(201);
    const path = `/data/${String(shared.headers["data-hash"])}`;
    expect((await node.external("GET", path, { headers: sharer })).status).toBe(403);
    expect((await share(sharer, "paid", payment(1))).status).toBe(403);
    expect((await pay(sharer, PAYEE, 1)).status).toBe(403);
  });

  test("without scopes is not created, and the answer names the scopes", async () => {
    for (const body of [{ name: "k" }, { name: "k", scopes: [] }]) {
      const { status, data } = await node.internal("POST", "/api-keys", { body });
      expect([status, data["field"]]).toEqual([422, "scopes"]);
      expect(data["error"]).toMatch(/share.*read.*transfer.*admin/);
    }
  });

  test("with the scope admin alone neither shares, reads nor pays", async () => {
    const admin = await keyOf({ scopes: ["admin"] });
    expect((await share(admin, "x")).status).toBe(403);
    expect((await node.external("GET", `/data/${"0".repeat(64)}`, { headers: admin })).status).toBe(
      403,
    );
    expect((await pay(admin, PAYEE, 1)).status).toBe(403);
  });

  test("pays its payees up to its limits and not a wei more, by transfers and shares together", async () => {
    const payer = await keyOf({
      scopes: ["share", "transfer"],
      payees: [PAYEE],
      spending: [{ token: NATIVE, per_call: 5, per_day: "8" }],
    });
    const refused = await pay(payer, STRANGER, 1);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("not one of")]);
    expect((await pay(payer, PAYEE, 6)).status).toBe(403);
    expect((await pay(payer, PAYEE, 5)).status).toBe(200);
    expect((await share(payer, "too dear", payment(4))).status).toBe(403);
    expect((await share(payer, "affordable", payment(3))).status).toBe(201);
    expect((await pay(payer, PAYEE, 1)).status).toBe(403);
    const { data } = await node.internal("GET", `/balance/${PAYEE}`);
    expect(data["balance"]).toBe("8");
  });

  test("creates no key with a right that it lacks or a later end, and takes its keys with it when it is revoked", async () => {
    const url = new URL("/api/api-keys", node.running.urls.dashboard);
    url.hostname = "127.0.0.1";
    const end = Math.floor(Date.now() / 1000) + 86_400;
    const admin = await keyOf({ scopes: ["admin", "read"], expires_at: end });
    const make = (body: object): Promise<Answer> =>
      call("POST", url.href, { headers: admin, body: { name: "child", ...body } });
    expect((await make({ scopes: ["transfer"] })).status).toBe(403);
    expect((await make({ scopes: ["read"], expires_at: end + 1 })).status).toBe(422);
    const child = await make({ scopes: ["read"] });
    expect([child.status, child.data["expires_at"]]).toEqual([201, end]);
    const headers = { "X-API-Key": String(child.data["key"]) };
    const read = async () =>
      (await node.external("GET", `/data/${"0".repeat(64)}`, { headers })).status;
    expect(await read()).toBe(404);
    const { keys } = node.running.node;
    const parent = await keys.authorize(admin["X-API-Key"], "admin");
    await keys.revoke(parent.id);
    expect(await read()).toBe(401);
  });

  test("opens a session of the dashboard that ends with it, and makes keys that end with it too", async () => {
    const dashboard = new URL(node.running.urls.dashboard);
    dashboard.hostname = "127.0.0.1";
    const end = Math.floor(Date.now() / 1000) + 86_400;
    const admin = await keyOf({ scopes: ["admin"], expires_at: end });
    const entered = await call("POST", new URL("/session", dashboard).href, { headers: admin });
    const [cookie = ""] = (entered.headers["set-cookie"] as readonly string[] | undefined) ?? [];
    const session = { cookie: cookie.split(";")[0] ?? "" };
    const asSession = (method: string, path: string, body?: object): Promise<Answer> =>
      call(method, new URL(path, dashboard).href, { headers: session, body });
    expect((await asSession("GET", "/api/dashboard/info")).data["access"]).toBe("operator");
    const make = (scopes: readonly string[]): Promise<Answer> =>
      asSession("POST", "/api/api-keys", { name: "child", scopes });
    expect((await make(["read"])).status).toBe(403);
    const child = await make(["admin"]);
    expect([child.status, child.data["expires_at"]]).toEqual([201, end]);
    const { keys } = node.running.node;
    await keys.revoke((await keys.authorize(admin["X-API-Key"], "admin")).id);
    expect((await asSession("GET", "/api/tokens")).status).toBe(401);
    const made = { "X-API-Key": String(child.data["key"]) };
    const listed = new URL("/api/api-keys", dashboard).href;
    expect((await call("GET", listed, { headers: made })).status).toBe(401);
  });

  test("that may share alone is refused past its shares of the day, with the time to wait, and its gas is that of the receipts", async () => {
    const sharer = await keyOf({ name: "twice a day", scopes: ["share"], shares_per_day: 2 });
    for (const data of ["first of the day", "second"]) {
      expect((await share(sharer, data)).status).toBe(201);
    }
    const refused = await share(sharer, "third");
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringContaining("2 shares a day"),
    ]);
    const wait = Number(refused.data["retry_after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect(Number(refused.headers["retry-after"])).toBe(Math.ceil(wait));
    const { data } = await node.internal("GET", "/api-keys");
    const [key] = (data["keys"] as readonly ApiKey[]).filter(({ name }) => name === "twice a day");
    expect(key).toMatchObject({ shares_per_day: 2, gas_per_day: 100_000_000, shares_today: 2 });
    const { data: shares } = await node.internal("GET", "/shares?limit=2");
    const hashes = (shares["shares"] as readonly { readonly tx_hash: string }[]).map(
      (one) => one.tx_hash,
    );
    expect(key?.gas_today).toBe(await gasOf(hashes));
  });

  async function gasOf(hashes: readonly string[]): Promise<number> {
    const url = node.running.chain.development?.url ?? "";
    const receipts = await Promise.all(
      hashes.map((hash, id) =>
        call("POST", url, {
          body: { jsonrpc: "2.0", id, method: "eth_getTransactionReceipt", params: [hash] },
        }),
      ),
    );
    return receipts
      .map(({ data }) => Number((data["result"] as { readonly gasUsed: string }).gasUsed))
      .reduce((sum, gas) => sum + gas, 0);
  }

  test("of the environment shares, reads and pays, and manages nothing", async () => {
    const given = { "X-API-Key": KEY };
    expect((await share(given, "given", payment(1))).status).toBe(201);
    expect((await pay(given, STRANGER, 1)).status).toBe(200);
    const url = new URL("/api/api-keys", node.running.urls.dashboard);
    url.hostname = "127.0.0.1";
    expect((await call("GET", url.href, { headers: given })).status).toBe(403);
  });
});
