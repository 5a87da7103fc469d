import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";

import {
  ComplianceHistory,
  MAX_DATA_BYTES,
  ShareList,
  ShareResult,
  StoredData,
  Verification,
} from "@bourse/contract/node";

import { eventually, type Answer } from "../http/wire.ts";
import { expectAnswer, expectError, type NodeCase, type NodeService } from "./node-service.ts";

const hashOf = (data: string): string => createHash("sha256").update(data).digest("hex");
const UNKNOWN = "a".repeat(64);

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
      assert.deepEqual(expectAnswer(verified, 200, Verification), {
        hash,
        verified: true,
        event_type: "data_share",
      });
      const history = await eventually(
        () => external.get("/compliance_history?filters=data_share,other&limit=1000"),
        ({ text }) => text.includes(hash),
      );
      const { filters, history: events, count } = expectAnswer(history, 200, ComplianceHistory);
      assert.deepEqual(filters, ["data_share", "other"]);
      assert.equal(count, events.length);
      const event = events.find(({ data_hash: found }) => found === hash);
      assert.deepEqual([event?.tx_hash, event?.recipient], [result.tx_hash, recipient]);
      const list = expectAnswer(await internal.get("/shares?limit=1000"), 200, ShareList);
      assert.ok(list.shares.some(({ data_hash: found }) => found === hash));
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
    name: "share: a recipient that is none is 422 at recipient, half a payment at the other half",
    run: async (service) => {
      expectError(await share(service, "x", { recipient: "0x12" }), 422, "recipient");
      const token = service.token.address;
      expectError(await share(service, "x", { payment_token: token }), 422, "payment_amount");
      expectError(await share(service, "x", { payment_amount: 1 }), 422, "payment_token");
      const zero = { payment_token: token, payment_amount: 0 };
      expectError(await share(service, "x", zero), 422, "payment_amount");
    },
  },
  {
    name: "data: an unknown hash is 404, one that is none 422",
    run: async ({ external, key }) => {
      expectError(await external.send(`/data/${UNKNOWN}`, { headers: key }), 404);
      expectError(await external.send("/data/12", { headers: key }), 422, "data_hash");
    },
  },
  {
    name: "verify: needs no key; an unknown hash is not verified, one that is none is 422",
    run: async ({ external }) => {
      const answer = await external.get(`/verify_data/${UNKNOWN}`);
      assert.deepEqual(expectAnswer(answer, 200, Verification), {
        hash: UNKNOWN,
        verified: false,
        event_type: null,
      });
      expectError(await external.get("/verify_data/12"), 422, "data_hash");
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
