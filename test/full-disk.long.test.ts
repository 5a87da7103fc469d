/** A full disk and too few file descriptors: each server says that it is not ready, stays alive, and recovers by itself. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { mountVolume } from "./support/full-volume.ts";
import { isLongRun, rounds } from "./support/rounds.ts";
import { startProcess, type Variables } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";

interface Service {
  readonly name: string;
  readonly variables: Variables;
  /** A write with its path and body, and the status of success; the node's writes need a chain. */
  readonly write?: {
    readonly path: string;
    readonly body: (n: number) => object;
    readonly ok: number;
  };
  readonly health: string;
}

const PASSWORD = "correct horse battery";

const SERVICES: readonly Service[] = [
  {
    name: "auth",
    variables: { AUTH_PORT: "0" },
    health: "/health",
    write: {
      path: "/api/v1/auth/register",
      body: (n) => ({ email: `${n}@example.com`, password: PASSWORD }),
      ok: 201,
    },
  },
  {
    name: "curation",
    variables: { CURATION_PORT: "0" },
    health: "/health",
    write: {
      path: "/api/v1/auth/register",
      body: (n) => ({
        username: `user-${n}`,
        wallet_address: `0x${(n + 1).toString(16).padStart(40, "0")}`,
      }),
      ok: 201,
    },
  },
  {
    name: "backtest",
    variables: { BACKTEST_PORT: "0", DATA_PROVIDER: "simulated", WORKERS: "1" },
    health: "/api/health",
    write: { path: "/api/backtests", body: () => ({}), ok: 200 },
  },
  { name: "node", variables: nodeVariables(), health: "/api/health" },
];

const VOLUME_BYTES = 48 * 2 ** 20;

/** Each takes some twenty seconds, so the everyday run has only the first, with its file descriptors. */
const WATCHED = isLongRun ? SERVICES : [];
const CROWDED = SERVICES.slice(0, rounds(1, SERVICES.length));

describe.each(WATCHED)("$name", (service) => {
  test("on a full disk is not ready, with the reason, and ready again once there is room", async (context) => {
    const volume = mountVolume(VOLUME_BYTES);
    if (volume === undefined) {
      expect(process.env["CI"], "CI has to permit mount(8) for this test").toBeUndefined();
      return context.skip("mounting a volume is not permitted here");
    }
    const main = join(root, "servers", service.name, "src/main.ts");
    const server = await startProcess(main, { ...service.variables, DATA_DIR: volume.folder });
    const readiness = async (): Promise<unknown> => (await fetch(`${server.url}/readyz`)).json();
    const slowly = { timeout: 30_000, interval: 500 };
    await expect.poll(readiness, slowly).toEqual({ status: "ready" });
    let count = 0;
    const write = async (): Promise<Response | undefined> => {
      if (service.write === undefined) return undefined;
      return fetch(`${server.url}${service.write.path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(service.write.body(count++)),
      });
    };
    expect((await write())?.status).toBe(service.write?.ok);

    volume.fill();
    await expect.poll(readiness, slowly).toEqual({
      status: "not ready",
      reason: expect.stringContaining("no room for more") as unknown,
    });
    expect((await fetch(`${server.url}${service.health}`)).status).toBe(503);
    // The log may still have room within itself; in the end every answer is one of these, in the documented shape.
    for (let n = 0; n < 5; n += 1) {
      const answer = await write();
      if (answer === undefined) break;
      expect([service.write?.ok, 500, 503, 507]).toContain(answer.status);
      expect(answer.headers.get("content-type")).toContain("json");
    }

    volume.empty();
    await expect.poll(readiness, slowly).toEqual({ status: "ready" });
    expect((await write())?.status).toBe(service.write?.ok);
    expect((await fetch(`${server.url}${service.health}`)).status).toBe(200);
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
  }, 120_000);
});

describe.each(CROWDED)("$name", (service) => {
  test.skipIf(!existsSync("/proc/self/fd"))(
    "answers again after callers have used up its file descriptors",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "bourse-descriptors-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const main = join(root, "servers", service.name, "src/main.ts");
      const server = await startProcess(
        main,
        { ...service.variables, DATA_DIR: folder },
        { descriptors: 256 },
      );
      const { hostname, port } = new URL(server.url);
      const sockets: Socket[] = [];
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
      });
      for (let n = 0; n < 400; n += 1) {
        sockets.push(connect(Number(port), hostname).on("error", () => undefined));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const socket of sockets) socket.destroy();
      const ask = async (): Promise<number> =>
        (await fetch(`${server.url}/livez`).catch(() => ({ status: 0 }))).status;
      await expect.poll(ask, { timeout: 30_000, interval: 500 }).toBe(200);
      expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
    },
    120_000,
  );
});

/** Ports cannot be 0 here, and four neighbours are needed: the process's own number chooses. */
function nodeVariables(): Variables {
  const first = 45_000 + (process.pid % 500) * 8;
  return {
    INTERNAL_API_PORT: String(first),
    EXTERNAL_API_PORT: String(first + 1),
    EXTERNAL_API_HOST: "127.0.0.1",
    DASHBOARD_API_PORT: String(first + 2),
    P2P_HOST: "127.0.0.1",
    P2P_PORT: String(first + 3),
  };
}
