import assert from "node:assert/strict";

import {
  ApiKey,
  AuditEntry,
  type Balance,
  ApiKeyList,
  CreatedApiKey,
  DashboardHealth,
  DashboardInfo,
  ExternalHealth,
  FeeQuote,
  InternalHealth,
  NetworkStats,
  NodeSelf,
  PeerList,
  StatsHistory,
  TokenList,
} from "@bourse/contract/node";

import { expectAnswer, expectError, type NodeCase } from "./node-service.ts";

/** One path of each row that the dashboard tells in the name of another API. */
const PROXIED = [
  "/tokens",
  "/shares",
  "/network/self",
  "/api-keys",
  "/compliance_history",
  "/network/stats",
  "/network/peers",
  `/verify_data/${"b".repeat(64)}`,
];

export const surroundingCases: readonly NodeCase[] = [
  {
    name: "health: each API tells it in its own shape",
    run: async ({ internal, external, dashboard }) => {
      const inner = expectAnswer(await internal.get("/health"), 200, InternalHealth);
      assert.equal(inner.components.encryption, "initialized");
      const outer = expectAnswer(await external.get("/health"), 200, ExternalHealth);
      assert.deepEqual(Object.keys(outer).toSorted(), ["p2p", "status"]);
      expectAnswer(await dashboard.get("/api/health"), 200, DashboardHealth);
    },
  },
  {
    name: "audit: a new key is the newest row, without the key itself",
    run: async ({ internal }) => {
      const made = expectAnswer(
        await internal.post("/api-keys", { name: "a key", scopes: ["read"] }),
        201,
        CreatedApiKey,
      );
      const answer = await internal.get("/audit?action=api_key.created&limit=1");
      const [row] = expectAnswer(answer, 200, AuditEntry.array());
      assert.equal(row?.subject, made.id);
      assert.ok(!JSON.stringify(row).includes(made.key));
    },
  },
  {
    name: "network: stats, peers and the node itself have their documented fields",
    run: async ({ internal, external, address }) => {
      expectAnswer(await external.get("/network/stats"), 200, NetworkStats);
      const all = expectAnswer(await external.get("/network/peers"), 200, PeerList);
      assert.equal(all.count, all.peers.length);
      expectAnswer(await external.get("/network/peers?healthy=true"), 200, PeerList);
      expectError(await external.get("/network/peers?healthy=maybe"), 422, "healthy");
      const self = expectAnswer(await internal.get("/network/self"), 200, NodeSelf);
      assert.equal(self.address, address);
    },
  },
  {
    name: "network: where peers are is told with a key only, and a wrong key is 401",
    run: async ({ external, key }) => {
      const open = expectAnswer(await external.get("/network/peers"), 200, PeerList);
      assert.ok(open.peers.every(({ multiaddrs }) => multiaddrs === undefined));
      const known = await external.send("/network/peers", { headers: key });
      const { peers } = expectAnswer(known, 200, PeerList);
      assert.ok(peers.every(({ multiaddrs }) => Array.isArray(multiaddrs)));
      const headers = { "X-API-Key": "nk_no" };
      expectError(await external.send("/network/peers", { headers }), 401);
    },
  },
  {
    name: "keys: are told once, good within their scopes, and refused once revoked",
    run: async ({ internal, external, recipient }) => {
      const made = await internal.post("/api-keys", { name: "reader", scopes: ["read"] });
      const { id, key } = expectAnswer(made, 201, CreatedApiKey);
      const headers = { "X-API-Key": key };
      const unknown = `/data/${"c".repeat(64)}`;
      expectError(await external.send(unknown, { headers }), 404);
      expectError(await external.post("/share_data", { data: "x", recipient }, headers), 403);
      const list = await internal.get("/api-keys");
      assert.ok(expectAnswer(list, 200, ApiKeyList).keys.some((one) => one.id === id));
      assert.ok(!list.text.includes(key));
      const revoked = await internal.send(`/api-keys/${id}`, { method: "DELETE" });
      assert.notEqual(expectAnswer(revoked, 200, ApiKey).revoked_at, null);
      expectError(await external.send(unknown, { headers }), 401);
    },
  },
  {
    name: "keys: sharing reads nothing and pays nothing, and a payment stays within the key's limits",
    run: async ({ internal, external, recipient }) => {
      const token = `0x${"0".repeat(40)}`;
      const share = { data: "a share", recipient };
      const paid = { ...share, payment_token: token, payment_amount: "2" };
      const made = await internal.post("/api-keys", { name: "sharer", scopes: ["share"] });
      const sharer = { "X-API-Key": expectAnswer(made, 201, CreatedApiKey).key };
      expectError(await external.send(`/data/${"c".repeat(64)}`, { headers: sharer }), 403);
      expectError(await external.post("/share_data", paid, sharer), 403);
      const limited = await internal.post("/api-keys", {
        name: "payer",
        scopes: ["share", "transfer"],
        spending: [{ token, per_call: 1 }],
      });
      const { key, spending } = expectAnswer(limited, 201, CreatedApiKey);
      assert.deepEqual(spending, [{ token, per_call: "1", per_day: null }]);
      expectError(await external.post("/share_data", paid, { "X-API-Key": key }), 403);
    },
  },
  {
    name: "keys: an unknown one is 404, none or an unknown scope 422",
    run: async ({ internal }) => {
      expectError(await internal.send("/api-keys/unknown", { method: "DELETE" }), 404);
      const body = { name: "x", scopes: ["everything"] };
      expectError(await internal.post("/api-keys", body), 422, "scopes.0");
      expectError(await internal.post("/api-keys", { name: "none" }), 422, "scopes");
      expectError(await internal.post("/api-keys", { name: "", scopes: ["read"] }), 422, "name");
    },
  },
  {
    name: "dashboard: answers both other APIs under /api, and its info",
    run: async ({ dashboard, internal, recipient, key }) => {
      for (const path of PROXIED) {
        const answer = await dashboard.get(`/api${path}`);
        assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      }
      const tokens = expectAnswer(await dashboard.get("/api/tokens"), 200, TokenList);
      assert.deepEqual(tokens, (await internal.get("/tokens")).json);
      expectAnswer(await dashboard.get("/api/dashboard/info"), 200, DashboardInfo);
      expectError(await dashboard.post("/api/share_data", { data: "x", recipient }), 401);
      const unknown = `/api/data/${"d".repeat(64)}`;
      expectError(await dashboard.send(unknown, { headers: key }), 404);
    },
  },
  {
    name: "dashboard: where peers are, their version and the side that has dialled is told to its readers",
    run: async ({ dashboard }) => {
      const { peers } = expectAnswer(await dashboard.get("/api/network/peers"), 200, PeerList);
      for (const peer of peers) {
        assert.ok(Array.isArray(peer.multiaddrs));
        for (const field of ["version", "direction", "remote_address"] as const) {
          assert.notEqual(peer[field], undefined, field);
        }
      }
    },
  },
  {
    name: "dashboard: a fee is told before it is paid, with the balances, and nothing is sent for it",
    run: async ({ dashboard, recipient, token, address }) => {
      const before = (await dashboard.get("/api/transactions")).json;
      const to = `/api/fees/quote?to=${recipient}`;
      const native = await dashboard.get(`${to}&kind=transfer&amount=1`);
      const quote = expectAnswer(native, 200, FeeQuote);
      assert.equal(BigInt(quote.fee), BigInt(quote.gas) * BigInt(quote.max_fee_per_gas));
      assert.equal(quote.balance, quote.token_balance);
      const { balance } = (await dashboard.get(`/api/balance/${address}`)).json as Balance;
      assert.equal(quote.balance, balance);
      expectAnswer(await dashboard.get(`${to}&kind=share`), 200, FeeQuote);
      const paid = await dashboard.get(`${to}&kind=share&amount=5`);
      assert.ok(expectAnswer(paid, 200, FeeQuote).gas >= quote.gas);
      assert.deepEqual((await dashboard.get("/api/transactions")).json, before);
      expectError(await dashboard.get(`${to}&kind=transfer`), 422, "amount");
      expectError(await dashboard.get(`${to}&kind=gift&amount=1`), 422, "kind");
      expectError(await dashboard.get("/api/fees/quote?kind=share&to=0x1"), 422, "to");
      const unlisted = `0x${"d".repeat(40)}`;
      assert.notEqual(unlisted, token.address);
      const other = await dashboard.get(`${to}&kind=transfer&amount=1&token=${unlisted}`);
      expectError(other, 422, "token");
    },
  },
  {
    name: "dashboard: the history of each figure has a point for each step, and null where nothing is known",
    run: async ({ dashboard }) => {
      const time = "from=2020-01-01T00:00:00Z&to=2020-01-01T01:00:00Z&step=600";
      for (const series of ["balance", "peers", "sent", "received", "fees", "queue"]) {
        const path = `/api/stats/history?series=${series}`;
        const past = expectAnswer(await dashboard.get(`${path}&${time}`), 200, StatsHistory);
        assert.equal(past.series, series);
        assert.equal(past.step, 600);
        const begin = 1_577_836_800;
        const expected = [0, 1, 2, 3, 4, 5].map((step) => {
          return { timestamp: begin + step * 600, value: null };
        });
        assert.deepEqual(past.points, expected);
        const day = expectAnswer(await dashboard.get(`${path}&step=3600`), 200, StatsHistory);
        assert.ok(day.points.length === 24 || day.points.length === 25, String(day.points.length));
      }
    },
  },
  {
    name: "dashboard: a history of no series, of short steps, backwards or of too many points is 422",
    run: async ({ dashboard }) => {
      const path = "/api/stats/history?series=balance";
      expectError(await dashboard.get("/api/stats/history"), 422, "series");
      expectError(await dashboard.get("/api/stats/history?series=height"), 422, "series");
      expectError(await dashboard.get(`${path}&step=59`), 422, "step");
      expectError(await dashboard.get(`${path}&from=yesterday`), 422, "from");
      const times = "&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z";
      expectError(await dashboard.get(`${path}${times}`), 422, "from");
      const years = "&from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z";
      expectError(await dashboard.get(`${path}${years}`), 422, "step");
    },
  },
  ...(["internal", "external", "dashboard"] as const).map((name) => ({
    name: `${name}: an unknown path is 404, a wrong method 405 with Allow, a broken encoding 400`,
    run: async (service: Parameters<NodeCase["run"]>[0]) => {
      const prefix = name === "dashboard" ? "/api" : "";
      expectError(await service[name].get(`${prefix}/unknown`), 404);
      const answer = await service[name].send(`${prefix}/health`, { method: "DELETE" });
      expectError(answer, 405);
      assert.match(answer.headers.get("allow") ?? "", /\bGET\b/);
      expectError(await service[name].get(`${prefix}/%E0`), 400);
    },
  })),
  {
    name: "bodies: what is no JSON is 422, another type 415, a key twice 422",
    run: async ({ internal }) => {
      expectError(await internal.post("/tokens", "{"), 422);
      expectError(await internal.post("/tokens", "a=1", { "content-type": "text/plain" }), 415);
      expectError(await internal.post("/tokens", '{"abi":[],"abi":[]}'), 422);
    },
  },
];
