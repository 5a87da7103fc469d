/** The audit trail of the node, over HTTP and by the command. */

import { onTestFinished, expect, test } from "vitest";

import { runNode } from "../../../packages/cli/test/support/run-words.ts";
import { call } from "./support/calls.ts";
import { startTestNode } from "./support/running-node.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

test("transfers and keys are rows: who, how much, to whom and the verdict", async () => {
  const node = await startTestNode({ atEnd: onTestFinished });
  const made = await node.internal("POST", "/api-keys", {
    body: { name: "cashier", scopes: ["transfer"] },
  });
  const id = String(made.data["id"]);
  const pay = (amount: string, headers = {}) =>
    node.dashboard("POST", "/api/transfer", {
      headers,
      body: { from: node.address, to: PAYEE, amount, token: NATIVE },
    });
  const paid = await pay("1500", { "X-API-Key": String(made.data["key"]) });
  expect(paid.status, paid.text).toBe(200);
  const refused = await pay("9".repeat(60));
  expect(refused.status).toBe(422);
  await node.internal("DELETE", `/api-keys/${id}`);

  const list = await node.dashboard("GET", "/api/audit?limit=100");
  expect(list.status, list.text).toBe(200);
  const rows = (list.data as unknown as Record<string, unknown>[]).toReversed();
  const transfer = { action: "transfer.sent", subject: PAYEE, address: "127.0.0.1" };
  expect(rows).toMatchObject([
    { action: "server.started", actor: "system", details: { BLOCKCHAIN_ID: "31337" } },
    { action: "api_key.created", actor: "local", subject: id, details: { scopes: "transfer" } },
    {
      ...transfer,
      actor: `key:${id}`,
      outcome: "ok",
      time: expect.any(Number) as number,
      details: { token: NATIVE, amount: "1500", transaction: paid.data["tx_hash"] },
    },
    {
      ...transfer,
      actor: "local",
      outcome: "refused",
      code: "INSUFFICIENT_FUNDS",
      details: { transaction: null },
    },
    { action: "api_key.revoked", actor: "local", subject: id },
  ]);
  expect(list.text).not.toContain(String(made.data["key"]));

  const payments = await node.internal("GET", `/audit?actor=key:${id}&limit=1`);
  expect(payments.data).toMatchObject([{ action: "transfer.sent" }]);
  const foreign = await node.dashboard("GET", "/api/audit", {
    headers: { "X-API-Key": String(made.data["key"]) },
  });
  expect(foreign.status).toBe(401);

  await node.close();
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const output = { stdout: write, stderr: write };
  const variables = { DATA_DIR: node.config.DATA_DIR };
  expect(await runNode(["audit", "verify"], variables, output), lines.join()).toBe(0);
  // The last one has the number of wrong keys.
  expect(lines[0]).toBe("The audit trail is whole: 6 rows.");
});

test("sessions of the dashboard are rows, by link and by key, and so are refused attempts", async () => {
  const key = "a dashboard key of tests";
  const node = await startTestNode({
    atEnd: onTestFinished,
    values: { DASHBOARD_API_HOST: "0.0.0.0", DASHBOARD_KEY: key, ALLOWED_HOSTS: ["127.0.0.1"] },
  });
  const url = node.running.urls.dashboard.replace("0.0.0.0", "127.0.0.1");
  const admin = await node.running.node.keys.create({ name: "admin", scopes: ["admin"] });
  const reader = await node.running.node.keys.create({ name: "reader", scopes: ["read"] });
  const link = /token=(\S+) /.exec(node.running.adminHint ?? "")?.[1] ?? "";
  const open = async (with_: string) =>
    (await call("POST", `${url}/session`, { headers: { "X-API-Key": with_ } })).status;
  expect((await call("GET", `${url}/session?token=${link}`)).status).toBe(303);
  expect((await call("GET", `${url}/session?token=${link}`)).status).toBe(401);
  expect(await open(key)).toBe(204);
  expect(await open(admin.key)).toBe(204);
  expect(await open(reader.key)).toBe(403);
  expect(await open("nk_wrong")).toBe(401);

  const { data, text } = await node.internal("GET", "/audit?action=session.opened");
  const rows = (data as unknown as Record<string, unknown>[]).toReversed();
  const opened = { address: "127.0.0.1", outcome: "ok", code: null };
  const refused = { address: "127.0.0.1", outcome: "refused", actor: "anonymous" };
  expect(rows).toMatchObject([
    { ...opened, actor: "operator", details: { by: "link" } },
    { ...refused, code: "UNAUTHORIZED", details: { by: "link" } },
    { ...opened, actor: "operator", details: { by: "key" } },
    { ...opened, actor: `key:${admin.id}`, details: { by: "key" } },
    { ...refused, code: "FORBIDDEN", details: { by: "key" } },
    { ...refused, code: "UNAUTHORIZED", details: { by: "key" } },
  ]);
  expect(rows).toHaveLength(6);
  for (const secret of [key, link, admin.key, reader.key]) expect(text).not.toContain(secret);
});

test("calls that change something and are refused for their key are rows, within the strangers' budget", async () => {
  const node = await startTestNode({ atEnd: onTestFinished });
  const reader = await node.running.node.keys.create({ name: "reader", scopes: ["read"] });
  const body = { data: "x", recipient: PAYEE };
  const share = async (key: string) =>
    (await node.external("POST", "/share_data", { body, headers: { "X-API-Key": key } })).status;
  expect(await share("nk_wrong")).toBe(401);
  expect(await share(reader.key)).toBe(403);
  const list = await node.internal("GET", "/audit?action=access.refused");
  const row = { actor: "anonymous", address: "127.0.0.1", subject: "POST /share_data" };
  expect(list.data).toMatchObject([
    { ...row, code: "FORBIDDEN" },
    { ...row, code: "UNAUTHORIZED" },
  ]);
});

test("keys with their limits and commands on transactions with their amount are rows", async () => {
  const node = await startTestNode({ atEnd: onTestFinished });
  const limits = { payees: [PAYEE], spending: [{ token: NATIVE, per_call: "5", per_day: "9" }] };
  const made = await node.internal("POST", "/api-keys", {
    body: { name: "cashier", scopes: ["transfer"], expires_at: 4_000_000_000, ...limits },
  });
  expect(made.status, made.text).toBe(201);
  const { chain, node: core } = node.running;
  const missing = await node.internal("POST", "/transactions/transfer:none", {
    body: { action: "cancel" },
  });
  expect(missing.status).toBe(404);
  await chain.chain.lane.stop();
  const paying = core.payments
    .pay({ from: node.address, to: PAYEE, amount: 7n, token: NATIVE })
    .catch((error: unknown) => error);
  const listed = async () => (await core.transactions.list({ open: true })).transactions;
  await expect.poll(listed).toHaveLength(1);
  const id = (await listed())[0]?.id ?? "";
  const cancelled = await node.internal("POST", `/transactions/${encodeURIComponent(id)}`, {
    body: { action: "cancel" },
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(await paying).toMatchObject({ code: "TRANSACTION_REFUSED" });
  const { data } = await node.internal("GET", "/audit?limit=3");
  expect(data).toMatchObject([
    {
      action: "transaction.changed",
      actor: "local",
      subject: id,
      outcome: "ok",
      details: { command: "cancel", to: PAYEE, token: NATIVE, amount: "7" },
    },
    { action: "transaction.changed", outcome: "refused", code: "NOT_FOUND" },
    {
      action: "api_key.created",
      details: {
        payees: PAYEE,
        spending: `${NATIVE} 5 a call, 9 a day`,
        expires_at: 4_000_000_000,
      },
    },
  ]);
});

test("a misspelt filter and a time range that ends before it begins are refused", async () => {
  const node = await startTestNode({ atEnd: onTestFinished });
  const refused = async (query: string) => await node.internal("GET", `/audit?${query}`);
  expect(await refused("acton=share.created")).toMatchObject({ status: 422 });
  expect(await refused("from=2&to=1")).toMatchObject({ status: 422, data: { field: "from" } });
  expect(await refused("from=1&to=1")).toMatchObject({ status: 200, data: [] });
});
