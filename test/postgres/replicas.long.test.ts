/** Three replicas of a server on one database, as processes of their own, behave as one. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createCuratorEvents } from "@bourse/client/curation/events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { rounds } from "../support/rounds.ts";
import { startProcess, type Variables } from "../support/server-process.ts";
import { root } from "../support/workspace.ts";
import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

const PASSWORD = "correct horse battery";
const REPLICAS = 3;

/** The longest time in milliseconds for which a replica may not know of another's change. */
const DELAY_MILLISECONDS = 1000;

/** Races of each kind; REPLICA_RACES=10000 runs as many. */
const RACES = Number(process.env["REPLICA_RACES"] ?? rounds(10, 100));
const LIMIT_MILLISECONDS = 120_000 + RACES * 2000;

interface Answer<Body> {
  readonly status: number;
  /** The body, as the contract describes it. */
  readonly body: Body;
}

interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
}

interface Made {
  readonly data: { readonly id: string; readonly key: string };
}

interface SignedIn {
  readonly data: { readonly token: string; readonly refreshToken: string };
}

interface Joined {
  readonly user: { readonly id: string };
  readonly access_token: string;
}

/** One key for all replicas, and for all that this file starts on its database. */
const MASTER_KEY = randomBytes(32).toString("base64url");

const missing = missingPostgres();

describe.skipIf(missing !== null)("three replicas on one database", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  /** Starts the replicas of a server; resolves to calls to them, and their folders. */
  async function start(name: "auth" | "curation", more: Variables = {}) {
    const service = name.toUpperCase();
    const folders = Array.from({ length: REPLICAS }, () =>
      mkdtempSync(join(tmpdir(), `bourse-${name}-`)),
    );
    onTestFinished(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    const variables = {
      [`${service}_PORT`]: "0",
      [`${service}_MASTER_KEY`]: MASTER_KEY,
      STORE_URL: postgres.url(),
      LOG_LEVEL: "warn",
      REGISTRATIONS_PER_HOUR: "10000",
      ...more,
    };
    const main = join(root, "servers", name, "src/main.ts");
    const servers = await Promise.all(
      folders.map((folder) => startProcess(main, { ...variables, DATA_DIR: folder })),
    );
    /** A call to one of the replicas, by its number. */
    const call = async <Body = unknown>(
      replica: number,
      method: string,
      path: string,
      { body, token, key }: CallOptions = {},
    ): Promise<Answer<Body>> => {
      const response = await fetch(`${servers[replica % REPLICAS]!.url}/api/v1/${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { "x-api-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as Body };
    };
    return { call, folders, servers };
  }

  describe("of the auth server", () => {
    test("refuse a key that one of them revoked a second ago, under load", async () => {
      const { call } = await start("auth");
      const { body } = await call<SignedIn>(0, "POST", "auth/register", {
        body: { email: "ada@example.com", password: PASSWORD },
      });
      const { token } = body.data;
      let isLoaded = true;
      const load = Array.from({ length: 9 }, async (_, worker) => {
        let served = 0;
        const { key } = (
          await call<Made>(worker, "POST", "auth/api-keys", {
            token,
            body: { name: `load ${worker}`, permissions: ["read"] },
          })
        ).body.data;
        for (; isLoaded; served++) {
          expect((await call(served, "GET", "deployments", { key })).status).toBe(200);
        }
        return served;
      });
      for (let round = 0; round < rounds(3, 20); round++) {
        const { id, key } = (
          await call<Made>(round, "POST", "auth/api-keys", {
            token,
            body: { name: `key ${round}`, permissions: ["read"] },
          })
        ).body.data;
        for (let replica = 0; replica < REPLICAS; replica++) {
          expect((await call(replica, "GET", "deployments", { key })).status).toBe(200);
        }
        expect((await call(round, "DELETE", `auth/api-keys/${id}`, { token })).status).toBe(200);
        expect((await call(round, "GET", "deployments", { key })).status).toBe(401);
        await sleep(DELAY_MILLISECONDS);
        for (let replica = 0; replica < REPLICAS; replica++) {
          expect((await call(replica, "GET", "deployments", { key })).status).toBe(401);
        }
      }
      isLoaded = false;
      expect(Math.min(...(await Promise.all(load)))).toBeGreaterThan(0);
    }, 120_000);

    test("accept a key that one of them rolled under load, and its former one until its grace is ended", async () => {
      const { call } = await start("auth");
      const { body } = await call<SignedIn>(0, "POST", "auth/register", {
        body: { email: "rolled@example.com", password: PASSWORD },
      });
      const { token } = body.data;
      const made = await call<Made>(0, "POST", "auth/api-keys", {
        token,
        body: { name: "rolled", permissions: ["read"] },
      });
      const { id, key: former } = made.body.data;
      let key = former;
      let isLoaded = true;
      const statuses: number[] = [];
      const load = Array.from({ length: 9 }, async (_, worker) => {
        for (let turn = worker; isLoaded; turn++) {
          statuses.push((await call(turn, "GET", "deployments", { key })).status);
        }
      });
      const everywhere = (one: string): Promise<readonly number[]> =>
        Promise.all(
          Array.from({ length: REPLICAS }, async (_, replica) => {
            return (await call(replica, "GET", "deployments", { key: one })).status;
          }),
        );
      const accepted = Array.from({ length: REPLICAS }, () => 200);
      expect(await everywhere(former)).toEqual(accepted);
      const roll = (graceSeconds: number) =>
        call<Made>(0, "POST", `auth/api-keys/${id}/rotate`, { token, body: { graceSeconds } });
      const rolled = await roll(3600);
      // At once, by a replica that has not been told of it.
      expect(await everywhere(rolled.body.data.key)).toEqual(accepted);
      expect(await everywhere(former)).toEqual(accepted);
      ({ key } = rolled.body.data);
      await sleep(DELAY_MILLISECONDS);
      isLoaded = false;
      await Promise.all(load);
      expect(statuses.length).toBeGreaterThan(REPLICAS);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const { key: last } = (await roll(0)).body.data;
      await sleep(DELAY_MILLISECONDS);
      const refused = accepted.map(() => 401);
      expect([await everywhere(former), await everywhere(key)]).toEqual([refused, refused]);
      expect(await everywhere(last)).toEqual(accepted);
    }, 60_000);

    test("count failed logins together", async () => {
      const { call } = await start("auth", { LOGIN_FAILURES_PER_ACCOUNT: "9" });
      const login = (replica: number, password: string) =>
        call(replica, "POST", "auth/login", { body: { email: "eve@example.com", password } });
      await call(0, "POST", "auth/register", {
        body: { email: "eve@example.com", password: PASSWORD },
      });
      for (let failure = 0; failure < 9; failure++) {
        expect((await login(failure, "wrong horse battery")).status).toBe(401);
      }
      for (let replica = 0; replica < REPLICAS; replica++) {
        expect((await login(replica, PASSWORD)).status).toBe(429);
      }
    }, 120_000);

    test(
      "refresh a session at once without ending it, and see every reuse",
      async () => {
        const { call } = await start("auth");
        const refresh = (replica: number, refreshToken: string) =>
          call<SignedIn>(replica, "POST", "auth/refresh", { body: { refreshToken, rotate: true } });
        for (let round = 0; round < RACES; round++) {
          const { body } = await call<SignedIn>(round, "POST", "auth/register", {
            body: { email: `user${round}@example.com`, password: PASSWORD },
          });
          const first: string = body.data.refreshToken;
          const race = await Promise.all(
            [0, 1, 2, 3, 4, 5].map((replica) => refresh(replica, first)),
          );
          expect(race.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
          const children = race.map((answer) => answer.body.data.refreshToken);
          const second = children.find((child) => child !== first) ?? first;
          const next = await refresh(round + 1, second);
          expect(next.status).toBe(200);
          const third: string = next.body.data.refreshToken;
          // Two rotations old: whoever has it has stolen it, or was stolen from.
          expect((await refresh(round + 2, first)).status).toBe(401);
          expect((await refresh(round, third)).status).toBe(401);
          const me = { token: next.body.data.token };
          await sleep(round === 0 ? DELAY_MILLISECONDS : 0);
          if (round > 0) continue;
          for (let replica = 0; replica < REPLICAS; replica++) {
            expect((await call(replica, "GET", "auth/me", me)).status).toBe(401);
          }
        }
      },
      LIMIT_MILLISECONDS,
    );
  });

  describe("of the curation server", () => {
    /** Starts the replicas, with an author and three curators. */
    async function startWithPeople() {
      const run = randomBytes(4).toString("hex");
      const email = `root-${run}@example.com`;
      const running = await start("curation", {
        ADMIN_EMAILS: email,
        OPEN_DRAFTS_PER_AUTHOR: "100000",
        WRITES_PER_MINUTE: "1000000",
        ACCESS_TOKEN_TTL_SECONDS: "86400",
      });
      const { call, folders } = running;
      let joined = 0;
      const register = async (username: string, more: object = {}) => {
        const wallet = `0x${run}${(joined += 1).toString(16).padStart(32, "0")}`;
        const { status, body } = await call<Joined>(joined, "POST", "auth/register", {
          body: { username: `${username}-${run}`, wallet_address: wallet, ...more },
        });
        if (status !== 201)
          throw new Error(`registering answered ${status}: ${JSON.stringify(body)}`);
        return { id: body.user.id, token: body.access_token, wallet };
      };
      // Each start makes a new code, and the last one counts.
      let admin: Awaited<ReturnType<typeof register>> | undefined;
      for (const folder of folders) {
        const admin_code = adminCodeIn(folder, email);
        admin ??= await register("chief", {
          email,
          password: PASSWORD,
          admin_code,
        }).catch(() => undefined);
      }
      const author = await register("author");
      const curators = await Promise.all(["one", "two", "three"].map((name) => register(name)));
      for (const { id } of curators) {
        const made = await call(0, "PUT", `admin/users/${id}/roles`, {
          token: admin!.token,
          body: { roles: ["curator"] },
        });
        expect(made.status).toBe(200);
      }
      // Roles are known to every replica after this time at the latest.
      await sleep(DELAY_MILLISECONDS);
      return { ...running, author, curators };
    }

    test(
      "let one of all who race for a claim or a decision win, and list the same a second later",
      async () => {
        const { call, author, curators } = await startWithPeople();
        const markets: string[] = [];
        for (let round = 0; round < RACES; round++) {
          const made = await call<{ readonly id: string }>(round, "POST", "drafts", {
            token: author.token,
            body: { draft_data: specification(round) },
          });
          expect(made.status).toBe(201);
          const { id } = made.body;
          const claims = await Promise.all(
            curators.map(({ token }, replica) =>
              call(replica + round, "POST", `curator/${id}/claim`, { token }),
            ),
          );
          expect(statusesOf(claims)).toEqual([200, 409, 409]);
          const winner = curators[claims.findIndex(({ status }) => status === 200)]!;
          const decisions = await Promise.all(
            [0, 1, 2].map((replica) =>
              call<{ readonly market_id: string }>(replica, "POST", `curator/${id}/approve`, {
                token: winner.token,
                body: {},
              }),
            ),
          );
          const won = decisions.filter(({ status }) => status === 200);
          expect(statusesOf(decisions)).toEqual([200, 409, 409]);
          markets.push(won[0]!.body.market_id);
        }
        await sleep(DELAY_MILLISECONDS);
        const lists = await Promise.all(
          [0, 1, 2].map((replica) =>
            call<readonly { readonly id: string }[]>(
              replica,
              "GET",
              `markets/user/${author.wallet}?limit=100`,
            ),
          ),
        );
        const ids = lists.map(({ body }) => body.map((market) => market.id));
        expect(ids[0]?.toSorted()).toEqual(markets.slice(-100).toSorted());
        expect(ids[1]).toEqual(ids[0]);
        expect(ids[2]).toEqual(ids[0]);
      },
      LIMIT_MILLISECONDS,
    );

    test(
      "tell a curator every event once, with the same ids, though it is cut off and goes on at another replica",
      async () => {
        const { call, servers, author, curators } = await startWithPeople();
        const token = curators[0]!.token;
        const DRAFTS = rounds(12, 40);
        /** Follows the feed; each connection goes to the replica that `replicaOf` names, by the connection's number. */
        const follow = (replicaOf: (connection: number) => number, lastEventId?: number) => {
          const stopping = new AbortController();
          const heard: string[] = [];
          const gaps: unknown[] = [];
          let connections = 0;
          let cut = new AbortController();
          const events = createCuratorEvents({
            baseUrl: servers[0]!.url,
            retry: { baseMilliseconds: 10, maxMilliseconds: 100 },
            credentials: { headers: () => ({ authorization: `Bearer ${token}` }) },
            fetch: (input, init) => {
              const { pathname, search } = new URL(input instanceof Request ? input.url : input);
              cut = new AbortController();
              const signal = AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]);
              const { url } = servers[replicaOf(connections++)]!;
              return fetch(`${url}${pathname}${search}`, { ...init, signal });
            },
          });
          const ended = (async () => {
            const loop = events({
              signal: stopping.signal,
              onGap: () => gaps.push("gap"),
              ...(lastEventId === undefined ? {} : { lastEventId }),
            });
            for await (const { id, type, data } of loop)
              heard.push(`${id} ${type} ${data.draft_id}`);
          })().catch(() => undefined);
          const stop = async (): Promise<void> => {
            stopping.abort();
            await ended;
          };
          return { heard, gaps, cut: () => cut.abort(), connections: () => connections, stop };
        };
        const { body: made } = await call<{ readonly id: string }>(0, "POST", "drafts", {
          token: author.token,
          body: { draft_data: specification(0) },
        });
        const steady = follow(() => 0, 0);
        await expect.poll(() => steady.heard.at(-1)?.endsWith(made.id)).toBe(true);
        const start = Number.parseInt(steady.heard.at(-1)!, 10);
        const before = steady.heard.length;
        const hopping = follow((connection) => connection % REPLICAS, start);
        for (let round = 1; round <= DRAFTS; round += 1) {
          const draft = await call<{ readonly id: string }>(round, "POST", "drafts", {
            token: author.token,
            body: { draft_data: specification(round) },
          });
          expect(draft.status).toBe(201);
          const claim = await call(round + 1, "POST", `curator/${draft.body.id}/claim`, { token });
          expect(claim.status).toBe(200);
          if (round % 2 === 0) hopping.cut();
        }
        await expect.poll(() => steady.heard.length - before, { timeout: 10_000 }).toBe(2 * DRAFTS);
        await expect
          .poll(() => hopping.heard.at(-1), { timeout: 10_000 })
          .toBe(steady.heard.at(-1));
        expect(hopping.heard).toEqual(steady.heard.slice(before));
        expect(hopping.connections()).toBeGreaterThan(REPLICAS);
        const later = follow(() => 2, start);
        await expect.poll(() => later.heard.length, { timeout: 10_000 }).toBe(2 * DRAFTS);
        expect(later.heard).toEqual(hopping.heard);
        expect([...steady.gaps, ...hopping.gaps, ...later.gaps]).toEqual([]);
        await Promise.all([steady.stop(), hopping.stop(), later.stop()]);
      },
      LIMIT_MILLISECONDS,
    );
  });
});

/** The statuses in ascending order. */
function statusesOf(answers: readonly Answer<unknown>[]): readonly number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}

/** The code that a server has written into its folder for the first admin. */
function adminCodeIn(folder: string, email: string): string {
  const lines = readFileSync(join(folder, "curation-admin-code"), "utf8").split("\n");
  return (lines.find((line) => line.startsWith(`${email} `)) ?? "").slice(email.length + 1);
}

function specification(round: number): object {
  const topic = `topic ${round} ${randomBytes(4).toString("hex")}`;
  return {
    question_text: `Will the ${topic} index close above ${round + 1},000 points on 28 February 2031 at 12:00 UTC?`,
    summary: `A market on the ${topic} index.`,
    topic_tags: [`t${round}`],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [
      { source_url: `https://stats.example.com/${round}.json`, source_type: "api" },
    ],
    trigger_condition: "The closing value as published by the source.",
    fallback_logic: "The next published value counts.",
    resolution_deadline: "2031-03-01T00:00:00Z",
  };
}
