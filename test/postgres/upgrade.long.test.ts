/** An upgrade without an interruption: servers of the release before and of this one, side by side on one schema. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { freePorts } from "../support/free-ports.ts";
import { rounds } from "../support/rounds.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { SERVICES, write, type Service } from "../support/services.ts";
import { root } from "../support/workspace.ts";
import { Callers } from "./src/callers.ts";
import { earlierRelease, missingRelease, type EarlierRelease } from "./src/earlier-release.ts";
import { missingNginx, startNginx } from "./src/start-nginx.ts";
import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

/** Requests that the rolling restarts have to last for. */
const REQUESTS = rounds(3000, 20_000);

/** Servers that share a database, with more room for the load. */
const SHARED = SERVICES.filter(({ name }) => name !== "node");
const MASTER_KEY = randomBytes(32).toString("base64url");
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: { AUTH_MASTER_KEY: MASTER_KEY, REGISTRATIONS_PER_HOUR: "10000" },
  curation: { CURATION_MASTER_KEY: MASTER_KEY, REGISTRATIONS_PER_HOUR: "10000" },
  backtest: {},
};

const missing = missingPostgres() ?? missingRelease();

describe.skipIf(missing !== null)(
  `servers of two releases${missing === null ? "" : ` (${missing})`}`,
  () => {
    let release: EarlierRelease;
    let postgres: TestPostgres;
    beforeAll(async () => {
      release = await earlierRelease();
      postgres = await startPostgres();
    }, 240_000);
    afterAll(async () => {
      await postgres.stop();
      release.remove();
    });

    function start(
      place: string,
      { name, variables }: Service,
      more: Readonly<Record<string, string>> = {},
    ): Promise<ServerProcess> {
      const folder = mkdtempSync(join(tmpdir(), `bourse-${name}-`));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return startProcess(join(place, "servers", name, "src/main.ts"), {
        ...variables,
        ...MORE[name],
        STORE_URL: postgres.url(),
        DATA_DIR: folder,
        LOG_LEVEL: "warn",
        ...more,
      });
    }

    test.for(SHARED)(
      "$name: what one of them writes, the other has, whichever starts first",
      { timeout: 120_000 },
      async (service) => {
        const before = await start(release.folder, service);
        const now = await start(root, service);
        const again = await start(release.folder, service);
        const servers = [before, now, again];
        for (let n = 0; n < 9; n += 1) {
          const made = (await write(servers[n % 3]!, service, n))!;
          expect(made.status).toBe(service.write!.ok);
          const { job_id: job } = (await made.json()) as { readonly job_id?: string };
          for (const server of servers) {
            const found = await (job === undefined
              ? write(server, service, n)
              : fetch(`${server.url}/api/jobs/${job}`));
            expect(found!.status).toBe(service.write!.again ?? 200);
          }
        }
        for (const server of servers) expect((await server.end("SIGTERM")).code).toBe(0);
      },
    );

    test.skipIf(missingNginx() !== null)(
      "no request fails while nginx spreads them and one replica after the other is replaced",
      async (context) => {
        const service = SHARED.find(({ name }) => name === "auth")!;
        const first = await freePorts(2);
        const ports = [first, first + 1];
        const proxy = { TRUST_PROXY: "1", ALLOWED_HOSTS: "bourse.example.com" };
        const replicas = await Promise.all(
          ports.map((port) =>
            start(release.folder, service, { ...proxy, AUTH_PORT: String(port) }),
          ),
        );
        const page = readFileSync(join(root, "deploy/replicas/nginx.conf"), "utf8");
        const url = await startNginx(page, { auth: ports });
        const callers = new Callers(url, "bourse.example.com");
        await callers.join(8);
        const load = callers.start();
        let replaced = 0;
        do {
          for (const [at, port] of ports.entries()) {
            const { code, output } = await replicas[at]!.end("SIGTERM");
            expect([code, output]).toEqual([0, output]);
            replicas[at] = await start(root, service, { ...proxy, AUTH_PORT: String(port) });
            replaced += 1;
            // Each replica serves for a while before the next is replaced.
            await callers.after(200);
          }
        } while (callers.count < REQUESTS);
        const { failed, milliseconds } = await load();
        expect(failed).toEqual([]);
        expect(callers.count).toBeGreaterThanOrEqual(REQUESTS);
        expect(replaced).toBeGreaterThanOrEqual(2);
        const p99 = milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.99)];
        await context.annotate(
          `${callers.count} requests, ${replaced} replicas replaced, 0 failed, p99 ${p99!.toFixed(0)} ms`,
        );
      },
      300_000,
    );

    test("a server does not start on a schema that only newer releases can use, and says so", async () => {
      const client = new Client(postgres.url());
      await client.connect();
      onTestFinished(() => client.end());
      const service = SHARED.find(({ name }) => name === "auth")!;
      await (await start(root, service)).end("SIGTERM");
      await client.query("UPDATE auth._store SET version = 99, format = 2");
      await (await start(root, service)).end("SIGTERM");
      await client.query("UPDATE auth._store SET version = 99, format = 99");
      onTestFinished(async () => {
        await client.query("UPDATE auth._store SET version = 2, format = 1");
      });
      await expect(start(root, service)).rejects.toThrow(
        /code 1 before it was ready: .*must know format 99, but this release knows no format after 2; run the newer release/su,
      );
    }, 60_000);
  },
);
