/** The audit trail of the node, over HTTP and by the command. */

import { onTestFinished, expect, test } from "vitest";

import { runNodeCommand } from "../src/commands/run-node-command.ts";
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
  expect(await runNodeCommand(["audit", "verify"], variables, output), lines.join()).toBe(0);
  expect(lines[0]).toBe("The audit trail is whole: 5 rows.");
});
