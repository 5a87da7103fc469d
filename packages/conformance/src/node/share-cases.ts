import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";

import {
  ComplianceHistory,
  MAX_DATA_BYTES,
  ReceivedList,
  ShareList,
  ShareResult,
  StoredData,
  Verification,
} from "@bourse/contract/node";

import { eventually, type Answer } from "../http/wire.ts";
import { expectAnswer, expectError, type NodeCase, type NodeService } from "./node-service.ts";

const hashOf = (data: string): string => createHash("sha256").update(data).digest("hex");
const UNKNOWN = "a".repeat(64);
const UNKNOWN_ADDRESS = `0x${"e1".repeat(20)}`;

function share(service: NodeService, data: string, more: object = {}): Promise<Answer> {
  const body = { data, recipient: service.recipient, ...more };
  return service.external.post("/share_data", body, service.key);
}

export const shareCases: readonly NodeCase[] = [
  {
    name: "share: is answered 201 with its proof, then retrieved, verified, and found in the history",
    run: async (service) => {
      const { external, internal, key, recipient } = service;
      const data = `Grüße ${randomUUID()}`;
      const answer = await share(service, data);
      const result = expectAnswer(answer, 201, ShareResult);
      assert.equal(result.recipient, recipient);
      const hash = hashOf(data);
      assert.equal(answer.headers.get("data-hash"), hash);
      const stored = await external.send(`/data/${hash.toUpperCase()}`, { headers: key });
      assert.deepEqual(expectAnswer(stored, 200, StoredData), { hash, data });
      const verified = await external.get(`/verify_data/${hash}`);
      const { records, ...verdict } = expectAnswer(verified, 200, Verification);
      assert.deepEqual(verdict, {
        hash,
        verified: true,
        event_type: "data_share",
        sender: service.address,
      });
      assert.deepEqual(
        records.map(({ sender, tx_hash, trusted }) => [sender, tx_hash, trusted]),
        [[service.address, result.tx_hash, true]],
      );
      const stranger = await external.get(`/verify_data/${hash}?sender=${recipient}`);
      const other = expectAnswer(stranger, 200, Verification);
      assert.deepEqual([other.verified, other.records.length], [false, 1]);
      const history = await eventually(
        () => external.get("/compliance_history?filters=data_share,other&limit=1000"),
        ({ text }) => text.includes(hash),
      );
      const { filters, history: events, count } = expectAnswer(history, 200, ComplianceHistory);
      assert.deepEqual(filters, ["data_share", "other"]);
      assert.equal(count, events.length);
      const event = events.find(({ data_hash: found }) => found === hash);
      assert.deepEqual([event?.tx_hash, event?.recipient], [result.tx_hash, recipient]);
      assert.equal(event?.sender, service.address);
      const path = "/compliance_history?limit=1000&sender=";
      const own = expectAnswer(await external.get(path + service.address), 200, ComplianceHistory);
      assert.ok(own.history.some(({ data_hash: found }) => found === hash));
      const none = expectAnswer(await external.get(path + recipient), 200, ComplianceHistory);
      assert.ok(none.history.every(({ sender }) => sender === recipient));
      const list = expectAnswer(await internal.get("/shares?limit=1000"), 200, ShareList);
      assert.ok(list.shares.some(({ data_hash: found }) => found === hash));
    },
  },
  {
    name: "share: the list pages by cursor and counts all shares",
    run: async (service) => {
      const { internal } = service;
      for (let count = 0; count < 2; count += 1) await share(service, randomUUID());
      const first = expectAnswer(await internal.get("/shares?limit=1"), 200, ShareList);
      assert.ok(first.count >= 2);
      const cursor = encodeURIComponent(first.next_cursor ?? "");
      const next = await internal.get(`/shares?limit=1&cursor=${cursor}`);
      assert.notDeepEqual(expectAnswer(next, 200, ShareList).shares, first.shares);
      expectError(await internal.get("/shares?cursor=made-up"), 422, "cursor");
    },
  },
  {
    name: "lists: a query parameter that the route does not know is 422 at its name",
    run: async ({ internal, external, dashboard, key }) => {
      const own = [
        "/transactions?cursr=x",
        "/tokens?limit=1",
        "/api-keys?name=x",
        "/network/self?node=x",
        "/shares?cursr=x",
        "/received?senders=x",
        "/audit?subjects=x",
        `/balance/${UNKNOWN_ADDRESS}?tokn=x`,
      ];
      const open = [
        "/compliance_history?filter=data_share",
        "/compliance_history/export?cursor=x",
        "/network/peers?limit=1",
        "/network/stats?since=x",
        `/verify_data/${UNKNOWN}?from=x`,
      ];
      const nameOf = (path: string): string => /\?(\w+)=/.exec(path)?.[1] ?? "";
      for (const path of own) {
        expectError(await internal.get(path), 422, nameOf(path));
        expectError(await dashboard.get(`/api${path}`), 422, nameOf(path));
      }
      for (const path of open) {
        expectError(await external.get(path), 422, nameOf(path));
        expectError(await dashboard.get(`/api${path}`), 422, nameOf(path));
      }
      expectError(await external.send(`/data/${UNKNOWN}?from=x`, { headers: key }), 422, "from");
      expectError(await dashboard.get("/api/dashboard/info?ports=x"), 422, "ports");
    },
  },
  {
    name: "received: a list by sender and verdict; what does not fit is 422, an unknown id 404",
    run: async ({ internal, dashboard, recipient }) => {
      const path = `/received?sender=${recipient}&verified=true&limit=1`;
      for (const answer of [await internal.get(path), await dashboard.get(`/api${path}`)]) {
        const { received, count } = expectAnswer(answer, 200, ReceivedList);
        assert.equal(received.length, count);
        assert.ok(received.every(({ sender, verified }) => sender === recipient && verified));
      }
      expectError(await internal.get("/received?sender=12"), 422, "sender");
      expectError(await internal.get("/received?verified=perhaps"), 422, "verified");
      expectError(await internal.get("/received?limit=0"), 422, "limit");
      expectError(await internal.get("/received?cursor=made-up"), 422, "cursor");
      expectError(await internal.send(`/received/${UNKNOWN}`, { method: "DELETE" }), 404);
    },
  },
  {
    name: "share: an Idempotency-Key shares once; another body under it is 422",
    run: async ({ external, key, recipient }) => {
      const headers = { ...key, "idempotency-key": randomUUID() };
      const body = { data: randomUUID(), recipient };
      const first = await external.post("/share_data", body, headers);
      const second = await external.post("/share_data", body, headers);
      assert.deepEqual(second.json, expectAnswer(first, 201, ShareResult));
      expectError(await external.post("/share_data", { ...body, data: "x" }, headers), 422);
    },
  },
  {
    name: "share: without a key or with a wrong one it is 401, whatever the body",
    run: async ({ external }) => {
      expectError(await external.post("/share_data", "no json"), 401);
      expectError(await external.post("/share_data", "no json", { "X-API-Key": "nk_no" }), 401);
      expectError(await external.get(`/data/${UNKNOWN}`), 401);
    },
  },
  {
    name: "share: 1,048,576 bytes of UTF-8 pass, one more is 422 at data",
    run: async (service) => {
      const whole = "é".repeat(MAX_DATA_BYTES / 2);
      expectAnswer(await share(service, whole), 201, ShareResult);
      expectError(await share(service, `${whole}x`), 422, "data");
    },
  },
  {
    name: "share: a body far over the cap is 413",
    run: async (service) => expectError(await share(service, "x".repeat(7 * MAX_DATA_BYTES)), 413),
  },
  {
    name: "share: an invalid recipient is 422 at recipient, half a payment at the other half",
    run: async (service) => {
      for (const recipient of ["0x12", `0x${"0".repeat(40)}`]) {
        expectError(await share(service, "x", { recipient }), 422, "recipient");
      }
      const token = service.token.address;
      expectError(await share(service, "x", { payment_token: token }), 422, "payment_amount");
      expectError(await share(service, "x", { payment_amount: 1 }), 422, "payment_token");
      const zero = { payment_token: token, payment_amount: 0 };
      expectError(await share(service, "x", zero), 422, "payment_amount");
    },
  },
  {
    name: "share: an unknown field is 422 at its name, and nothing is shared or paid",
    run: async (service) => {
      expectError(await share(service, "x", { paymentAmount: 5 }), 422, "paymentAmount");
      expectError(await share(service, "x", { payees: [] }), 422, "payees");
    },
  },
  {
    name: "data: an unknown hash is 404, an invalid one 422",
    run: async ({ external, key }) => {
      expectError(await external.send(`/data/${UNKNOWN}`, { headers: key }), 404);
      expectError(await external.send("/data/12", { headers: key }), 422, "data_hash");
    },
  },
  {
    name: "verify: needs no key; an unknown hash is not verified, an invalid one is 422",
    run: async ({ external }) => {
      const answer = await external.get(`/verify_data/${UNKNOWN}`);
      assert.deepEqual(expectAnswer(answer, 200, Verification), {
        hash: UNKNOWN,
        verified: false,
        event_type: null,
        sender: null,
        records: [],
      });
      expectError(await external.get("/verify_data/12"), 422, "data_hash");
      expectError(await external.get(`/verify_data/${UNKNOWN}?sender=12`), 422, "sender");
    },
  },
  {
    name: "history: pages by cursor, and refuses bad filters, limits and cursors",
    run: async (service) => {
      const { external } = service;
      for (let count = 0; count < 2; count += 1) await share(service, randomUUID());
      const pages = await eventually(
        () => external.get("/compliance_history?limit=1"),
        ({ json }) => (json as { next_cursor?: unknown }).next_cursor !== null,
      );
      const first = expectAnswer(pages, 200, ComplianceHistory);
      const next = await external.get(
        `/compliance_history?limit=1&cursor=${encodeURIComponent(first.next_cursor ?? "")}`,
      );
      const second = expectAnswer(next, 200, ComplianceHistory);
      assert.notDeepEqual(second.history, first.history);
      expectError(await external.get("/compliance_history?limit=0"), 422, "limit");
      expectError(await external.get("/compliance_history?filters=a%20b"), 422, "filters");
      expectError(await external.get("/compliance_history?cursor=made-up"), 422, "cursor");
    },
  },
  {
    name: "export: JSON lines or CSV, by type, on both APIs; a bad format or filter is 422",
    run: async (service) => {
      const { external, dashboard, recipient } = service;
      const data = randomUUID();
      const { tx_hash: txHash } = expectAnswer(await share(service, data), 201, ShareResult);
      const path = "/compliance_history/export";
      const whole = await eventually(
        () => external.get(path),
        ({ text }) => text.includes(hashOf(data)),
      );
      assert.equal(whole.status, 200);
      assert.match(whole.headers.get("content-type") ?? "", /^application\/x-ndjson/);
      const lines = whole.text.split("\n").slice(0, -1);
      const found = JSON.parse(lines.find((line) => line.includes(hashOf(data))) ?? "{}") as Line;
      assert.deepEqual([found["tx_hash"], found["recipient"]], [txHash, recipient]);
      assert.match(String(found["link"]), /^[\da-f]{64}$/);
      const csv = await dashboard.get(`/api${path}?format=csv&filters=data_share`);
      assert.equal(csv.status, 200);
      assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/);
      assert.match(
        csv.headers.get("content-disposition") ?? "",
        /^attachment; filename=".+\.csv"$/,
      );
      const [head = "", ...rows] = csv.text.split("\r\n");
      assert.deepEqual(head.split(","), Object.keys(found));
      assert.ok(rows.some((row) => row.includes(hashOf(data)) && row.includes(txHash)));
      assert.equal((await external.get(`${path}?filters=nobody`)).text, "");
      expectError(await external.get(`${path}?format=xml`), 422, "format");
      expectError(await external.get(`${path}?filters=a%20b`), 422, "filters");
    },
  },
];

type Line = Readonly<Record<string, unknown>>;
