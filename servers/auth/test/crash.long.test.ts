import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { runServerProcess, startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Each test starts processes, from source.
vi.setConfig({ testTimeout: 60_000 });

const quiet = { LOG_LEVEL: "silent" };

describe.each(["lowdb:auth.json", "sqlite:auth.db"])("on %s", (engine) => {
  async function data(): Promise<Record<string, string>> {
    const folder = await tempFolder();
    const [name = "", file = ""] = engine.split(":");
    return { ...quiet, DATA_DIR: folder, AUTH_STORE_URL: `${name}:${join(folder, file)}` };
  }

  test("a server that is killed forgets no account, key, session, revocation or logout", async () => {
    const variables = await data();
    const first = await startServerProcess(variables);
    const { email, token, refreshToken } = await signUp(first);
    const kept = await makeKey(first, token, ["read"]);
    const gone = await makeKey(first, token, ["read"]);
    const ended = await first.post<{ token: string; refreshToken: string }>("auth/login", {
      email,
      password: PASSWORD,
    });
    await first.delete(`auth/api-keys/${gone.id}`, { token });
    await first.post("auth/logout", { refreshToken: ended.data.refreshToken });
    expect(await first.end("SIGKILL")).toMatchObject({ signal: "SIGKILL" });

    const second = await startServerProcess(variables);
    expect((await second.get("auth/me", { token })).status).toBe(200);
    expect((await second.post("auth/refresh", { refreshToken })).status).toBe(200);
    expect((await second.get("deployments", { key: kept.key })).status).toBe(200);
    expect((await second.get("deployments", { key: gone.key })).error?.code).toBe(
      "INVALID_API_KEY",
    );
    expect((await second.get("auth/me", { token: ended.data.token })).error?.code).toBe(
      "INVALID_TOKEN",
    );
    expect((await second.post("auth/login", { email, password: PASSWORD })).status).toBe(200);
    expect(await second.end("SIGTERM")).toMatchObject({ code: 0 });
  });

  test("answers that were given survive a kill in the middle of a crowd", async () => {
    const variables = await data();
    const first = await startServerProcess(variables);
    const { token } = await signUp(first);
    const acknowledged: string[] = [];
    const crowd = Array.from({ length: 200 }, async (_, n) => {
      const body = { name: `d${n}`, chains: ["base"] };
      const { data: made, status } = await first.post("deployments", body, { token });
      if (status === 201) acknowledged.push(String(made["id"]));
      if (acknowledged.length === 60) await first.end("SIGKILL");
    });
    await Promise.allSettled(crowd);
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    const second = await startServerProcess(variables);
    for (const id of acknowledged) {
      expect((await second.get(`deployments/${id}`, { token })).status).toBe(200);
    }
  });

  test("a clean stop loses no use of a key", async () => {
    const variables = await data();
    const first = await startServerProcess(variables);
    const { token } = await signUp(first);
    const { id, key } = await makeKey(first, token, ["read"]);
    await first.get("deployments", { key });
    await first.end("SIGTERM");
    const second = await startServerProcess(variables);
    const { data: seen } = await second.get(`auth/api-keys/${id}`, { token });
    expect(Date.now() - Date.parse(String(seen["lastUsed"]))).toBeLessThan(60_000);
  });

  test("a second process on the same data is refused with a sentence, and disturbs nothing", async () => {
    const variables = await data();
    const first = await startServerProcess(variables);
    const second = await runServerProcess({ ...variables, AUTH_PORT: "0" });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(/^bourse-auth did not start: .*another process/im);
    await signUp(first);
  });
});
