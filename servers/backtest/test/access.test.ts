import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { describe, expect, test, vi } from "vitest";

import { backtestEnvironment } from "../src/environment.ts";
import { checkSettings } from "../src/start.ts";
import { runTestServer, sharedTestServer } from "./support/running-server.ts";
import { serverProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Some of these start a process.
vi.setConfig({ testTimeout: 30_000 });

const key = "a-key-of-sixteen-or-more";

describe("API keys", () => {
  const guarded = sharedTestServer({ API_KEYS: `${key},another-key-of-sixteen` });

  test.each([
    ["GET", "/api/jobs"],
    ["GET", "/api/jobs/stats"],
    ["POST", "/api/backtests"],
    ["GET", "/api/data/klines"],
    ["DELETE", "/api/data/cache"],
    ["GET", "/api/strategies"],
  ] as const)("%s %s wants the key", async (method, path) => {
    const call = (headers: Record<string, string>): Promise<Response> =>
      fetch(new URL(path, guarded().url), { method, headers: { connection: "close", ...headers } });
    const refused = await call({});
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ status_code: 401 });
    expect((await call({ "x-api-key": `${key}x` })).status).toBe(401);
    expect((await call({ "x-api-key": key })).status).toBe(200);
  });

  test("health and readiness are open to everyone", async () => {
    expect((await guarded().get("/api/health")).status).toBe(200);
    expect((await guarded().get("/readyz")).status).toBe(200);
  });

  test("without keys everything is open", async () => {
    const server = await runTestServer();
    expect((await server.get("/api/jobs")).status).toBe(200);
  });
});

describe("the refusal of a server without keys", () => {
  const local = sharedTestServer();

  test("names the key that the audit trail and sources need to a program on the server's own machine", async () => {
    const { status, body } = await local().get("/api/audit");
    expect(status).toBe(403);
    expect((body as { detail: string }).detail).toMatch(/audit trail .*need an API key.*API_KEYS/);
  });

  test("promises nothing to programs on the machine of a server in production", async () => {
    const server = await runTestServer({ NODE_ENV: "production" });
    const { status, body } = await server.delete("/api/data/cache");
    expect(status).toBe(403);
    expect((body as { detail: string }).detail).toMatch(/nobody may .*API_KEYS/);
  });
});

describe("configuration", () => {
  test("a server whose orders may move real money is refused without API_KEYS, whatever its address", async () => {
    for (const provider of ["paper", "bybit", "ccxt"]) {
      const { code, stderr } = await runToEnd({
        DATA_DIR: await tempFolder(),
        BACKTEST_PORT: "0",
        EXECUTION_PROVIDER: provider,
        EXECUTION_ALLOW_LIVE: "yes",
      });
      expect(code, provider).toBe(1);
      expect(stderr).toContain("EXECUTION_ALLOW_LIVE=yes");
      expect(stderr).toContain("API_KEYS");
    }
  });

  test("orders that may move real money are open to named accounts of an auth server only", async () => {
    const live = { EXECUTION_ALLOW_LIVE: "yes", AUTH_URL: "https://auth.example" } as const;
    const settings = (more: Record<string, string>) =>
      checkSettings(readEnvironment(backtestEnvironment, { ...live, ...more }));
    await expect(settings({})).rejects.toThrow("AUTH_ACCOUNTS");
    await expect(settings({ API_KEYS: "a-key-of-the-operator-Vb7Tq2" })).rejects.toThrow(
      "AUTH_ACCOUNTS",
    );
    await expect(settings({ AUTH_ACCOUNTS: "ada,bob" })).resolves.toBeUndefined();
  });

  test("every bad variable is named at once, no secret is shown, and nothing is opened", async () => {
    const folder = await tempFolder();
    const { code, stderr } = await runToEnd({
      DATA_DIR: folder,
      BACKTEST_PORT: "70000",
      DATA_PROVIDER: "nasdaq",
      WORKERS: "0",
      API_KEYS: "short-secret",
      BUS_URL: "redis://user:password@host",
    });
    expect(code).toBe(1);
    for (const name of ["BACKTEST_PORT", "DATA_PROVIDER", "WORKERS", "API_KEYS", "BUS_URL"]) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toContain("short-secret");
    expect(stderr).not.toContain("password");
  });

  test("a second process on the same data is refused with a sentence, and the first goes on", async () => {
    const server = await runTestServer();
    const { code, stderr } = await runToEnd({ DATA_DIR: server.folder, BACKTEST_PORT: "0" });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("process") as string,
    });
    expect((await server.get("/api/health")).status).toBe(200);
  });

  test("a port that is taken is told in a sentence", async () => {
    const server = await runTestServer();
    const { port } = new URL(server.url);
    const { code, stderr } = await runToEnd({ DATA_DIR: await tempFolder(), BACKTEST_PORT: port });
    expect(code).toBe(1);
    expect(stderr).toContain(port);
    expect(stderr).not.toContain("    at ");
  });

  test("a foreign file in the store's place is refused and kept", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "backtest.db"), "these are my notes".repeat(500));
    const { code, stderr } = await runToEnd({ DATA_DIR: folder, BACKTEST_PORT: "0" });
    expect(code).toBe(1);
    expect(stderr).toContain("backtest.db");
  });

  test.each(["memory:", "lowdb"])("the store can be %s", async (engine) => {
    const folder = await tempFolder();
    const url = engine === "lowdb" ? `lowdb:${join(folder, "jobs.json")}` : engine;
    const server = await runTestServer({ DATA_DIR: folder, BACKTEST_STORE_URL: url });
    const { body } = await server.post("/api/backtests", { limit: 100 });
    expect(await server.ended((body as { job_id: string }).job_id)).toMatchObject({
      status: "completed",
    });
  });
});

/** The server as a process that is expected to end by itself. */
async function runToEnd(
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number; stderr: string }> {
  const { file, args, env } = serverProcess(variables);
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: 20_000 }, (error, _, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stderr });
    });
  });
}
