import assert from "node:assert/strict";

import { AuditEntry, Deployment, Transaction, Usage } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { Account, AuthCase, AuthService } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

/** Moves from `pending` on, each with the status that it is answered with. */
const MOVES = [
  ["completed", 409],
  ["pending", 409],
  ["in_progress", 200],
  ["pending", 409],
  ["failed", 200],
  ["in_progress", 409],
  ["completed", 409],
] as const;

/** Deployments, transactions and usage. */
export const recordCases: readonly AuthCase[] = [
  {
    name: "the audit trail has the rows of the caller's own account, newest first",
    run: async ({ call, signUp, makeKey }) => {
      const [account, other] = [await signUp(), await signUp()];
      const { id } = await makeKey(account, ["read"]);
      await makeKey(other, ["read"]);
      const answer = await call("GET", "/audit", { token: account.token });
      const rows = expectOk(answer, 200, AuditEntry.array());
      const seen = rows.map(({ action, subject }) => [action, subject]);
      assert.deepEqual(seen[0], ["api_key.created", id], shown(answer));
      assert.ok(
        rows.every((row) => row.account === account.id),
        shown(answer),
      );
      expectInvalid(await call("GET", "/audit?cursor=x", { token: account.token }), "cursor");
    },
  },
  {
    name: "the audit trail finds a thing and words, and its rows tell what a change was from and to",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { token } = account;
      const { id } = await makeKey(account, ["read"], { name: "Nightly" });
      await makeKey(account, ["read"], { name: "other" });
      const body = { name: "Weekly", addresses: ["240.0.0.0/8"] };
      await call("PATCH", `/auth/api-keys/${id}`, { body, token });
      await call("DELETE", `/auth/api-keys/${id}`, { token });
      const found = async (search: string): Promise<readonly AuditEntry[]> =>
        expectOk(await call("GET", `/audit?${search}`, { token }), 200, AuditEntry.array());
      const rows = await found(`subject=${id}`);
      const acts = rows.map(({ action }) => action);
      assert.deepEqual(acts, ["api_key.revoked", "api_key.changed", "api_key.created"]);
      assert.equal(rows[0]?.details["name"], "Weekly");
      const { fields: _, ...changes } = rows[1]?.details ?? {};
      assert.deepEqual(changes, {
        name: "Weekly",
        "name.from": "Nightly",
        "name.to": "Weekly",
        "addresses.from": "",
        "addresses.to": "240.0.0.0/8",
      });
      const named = (await found("q=nIGHT")).map(({ action }) => action);
      assert.deepEqual(named, ["api_key.changed", "api_key.created"]);
      expectInvalid(await call("GET", "/audit?q=", { token }), "q");
    },
  },
  {
    name: "a deployment is recorded as pending, 201, with exactly its five fields, and found again",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const body = { name: "bridge", chains: ["base", "ethereum"] };
      const answer = await call("POST", "/deployments", { body, token });
      const made = expectOk(answer, 201, Deployment, Object.keys(Deployment.shape));
      assert.deepEqual([made.name, made.chains, made.status], ["bridge", body.chains, "pending"]);
      const found = await call("GET", `/deployments/${made.id}`, { token });
      assert.deepEqual(expectOk(found, 200, Deployment), made, shown(found));
    },
  },
  {
    name: "a transaction is recorded as pending, 201, with exactly its five fields, and found again",
    run: async (service) => {
      const account = await service.signUp();
      const made = await record(service, account);
      assert.equal(made.status, "pending");
      const found = await service.call("GET", `/transactions/${made.hash}`, account);
      assert.deepEqual(expectOk(found, 200, Transaction), made, shown(found));
    },
  },
  {
    name: "a transaction hash of 256 characters, the longest documented, is recorded and found",
    run: async (service) => {
      const account = await service.signUp();
      const { deploymentId } = await record(service, account);
      const hash = "f".repeat(256);
      const body = { deploymentId, chain: "base", hash };
      const { token } = account;
      expectOk(await service.call("POST", "/transactions", { body, token }), 201, Transaction);
      const found = await service.call("GET", `/transactions/${hash}`, { token });
      assert.equal(expectOk(found, 200, Transaction).hash, hash, shown(found));
    },
  },
  {
    name: "a record moves from pending to in_progress to an end, and no other way: 409 CONFLICT",
    run: async (service) => {
      const account = await service.signUp();
      const { hash, deploymentId } = await record(service, account);
      for (const path of [`/deployments/${deploymentId}`, `/transactions/${hash}`]) {
        for (const [status, expected] of MOVES) {
          const options = { body: { status }, token: account.token };
          const answer = await service.call("PATCH", path, options);
          assert.equal(answer.status, expected, `${path} to ${status}: ${shown(answer)}`);
          if (expected === 409) expectError(answer, 409, "CONFLICT");
        }
      }
    },
  },
  {
    name: "a transaction of an unknown deployment is 404, a hash recorded already 409",
    run: async (service) => {
      const account = await service.signUp();
      const { hash, deploymentId } = await record(service, account);
      const post = (body: object): ReturnType<AuthService["call"]> =>
        service.call("POST", "/transactions", { body, token: account.token });
      const unknown = { deploymentId: "none", chain: "base", hash: `${hash}1` };
      expectError(await post(unknown), 404, "NOT_FOUND");
      expectError(await post({ deploymentId, chain: "base", hash }), 409, "CONFLICT");
    },
  },
  {
    name: "a transaction: one hash in two spellings is 409, on two chains two records, read by the chain",
    run: async (service) => {
      const { token, ...account } = await service.signUp();
      const { deploymentId } = await record(service, { token, ...account });
      const hash = `0x${"aB".repeat(32)}`;
      const post = (body: object): ReturnType<AuthService["call"]> =>
        service.call("POST", "/transactions", { body: { deploymentId, ...body }, token });
      expectOk(await post({ chain: "base", hash }), 201, Transaction);
      const lower = hash.toLowerCase();
      expectError(await post({ chain: "base", hash: lower }), 409, "CONFLICT");
      expectOk(await post({ chain: "ethereum", hash: lower }), 201, Transaction);
      const path = `/transactions/${hash}`;
      expectError(await service.call("GET", path, { token }), 409, "CONFLICT");
      const body = { status: "in_progress" };
      const moved = await service.call("PATCH", `${path}?chain=base`, { body, token });
      assert.equal(expectOk(moved, 200, Transaction).status, "in_progress", shown(moved));
      const other = await service.call("GET", `${path}?chain=ethereum`, { token });
      const found = expectOk(other, 200, Transaction);
      assert.deepEqual([found.hash, found.status], [lower, "pending"], shown(other));
    },
  },
  ...[".", ".."].map((hash): AuthCase => {
    return {
      name: `a transaction hash of ${hash}, which no URL can name, is a VALIDATION_ERROR`,
      run: async ({ call, signUp }) => {
        const { token } = await signUp();
        const body = { deploymentId: "none", chain: "base", hash };
        expectInvalid(await call("POST", "/transactions", { body, token }), "hash");
      },
    };
  }),
  {
    name: "another user's records are 404 and in no list",
    run: async (service) => {
      const [ada, bob] = [await service.signUp(), await service.signUp()];
      const { hash, deploymentId } = await record(service, ada);
      for (const path of [`/deployments/${deploymentId}`, `/transactions/${hash}`]) {
        expectError(await service.call("GET", path, { token: bob.token }), 404, "NOT_FOUND");
      }
      const list = await service.call("GET", "/deployments", { token: bob.token });
      assert.deepEqual(expectOk(list, 200, Deployment.array()), []);
    },
  },
  {
    name: "a list is an array, and the header Link leads through all of it, each record once",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const made: string[] = [];
      for (const name of ["a", "b", "c", "d", "e"]) {
        const body = { name, chains: ["base"] };
        const answer = await call("POST", "/deployments", { body, token });
        made.push(expectOk(answer, 201, Deployment).id);
      }
      const found: string[] = [];
      let query: string | undefined = "?limit=2";
      while (query !== undefined) {
        const page = await call("GET", `/deployments${query}`, { token });
        const records = expectOk(page, 200, Deployment.array());
        assert.ok(records.length > 0 && records.length <= 2, shown(page));
        found.push(...records.map(({ id }) => id));
        const link: string = page.headers.get("link") ?? "";
        query = /<[^>]*(\?[^>]*)>; rel="next"/.exec(link)?.[1];
      }
      assert.deepEqual(found.toSorted(), made.toSorted());
    },
  },
  ...["0", "101", "x", "1.5", "-1"].map((limit): AuthCase => {
    return {
      name: `a list's limit of ${limit} is a VALIDATION_ERROR`,
      run: async ({ call, signUp }) => {
        const { token } = await signUp();
        expectInvalid(await call("GET", `/deployments?limit=${limit}`, { token }), "limit");
      },
    };
  }),
  {
    name: "a cursor that no list gave out is a VALIDATION_ERROR",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      expectInvalid(await call("GET", "/deployments?cursor=abc", { token }), "cursor");
    },
  },
  {
    name: "a deployment with no chains, with 33 chains or without a name is a VALIDATION_ERROR",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const post = (body: object): ReturnType<typeof call> =>
        call("POST", "/deployments", { body, token });
      expectInvalid(await post({ name: "d", chains: [] }), "chains");
      const chains = Array.from({ length: 33 }, (_, at) => `chain-${at}`);
      expectInvalid(await post({ name: "d", chains }), "chains");
      expectInvalid(await post({ chains: ["base"] }), "name");
    },
  },
  {
    name: "usage counts what is there: keys, sessions, deployments and transactions",
    run: async (service) => {
      const account = await service.signUp();
      await record(service, account);
      await service.makeKey(account, ["read"]);
      const answer = await service.call("GET", "/billing/usage", { token: account.token });
      const { period, ...counts } = expectOk(answer, 200, Usage, Object.keys(Usage.shape));
      assert.deepEqual(counts, { apiKeys: 1, sessions: 1, deployments: 1, transactions: 1 });
      assert.ok(period.from <= period.to, shown(answer));
    },
  },
];

/** A transaction of a deployment, both new. */
async function record({ call }: AuthService, { token }: Account): Promise<Transaction> {
  const body = { name: "d", chains: ["base"] };
  const deployment = await call("POST", "/deployments", { body, token });
  const { id: deploymentId } = expectOk(deployment, 201, Deployment);
  const transaction = { deploymentId, chain: "base", hash: crypto.randomUUID() };
  const answer = await call("POST", "/transactions", { body: transaction, token });
  return expectOk(answer, 201, Transaction, Object.keys(Transaction.shape));
}
