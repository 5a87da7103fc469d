/**
 * The wall clock jumps by a day, forwards and back, under running servers. Durations are measured with the monotonic
 * clock, so nothing hangs or fires early; expiry is wall time, so what is good again by the clock is good again.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { isLongRun } from "./support/rounds.ts";
import type { ServerProcess } from "./support/server-process.ts";
import { readiness, SERVICES, startService, write, type Service } from "./support/services.ts";

const LIBRARY = `/usr/lib/${process.arch === "x64" ? "x86_64" : "aarch64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const slowly = { timeout: 60_000, interval: 500 };

describe.each(SERVICES)("$name", (service) => {
  test.skipIf(!isLongRun || !hasFakeTime())(
    "serves, writes and ends in order while its clock jumps a day forwards and back",
    async () => {
      const { server, jump } = await startJumping(service);
      let n = 0;
      for (const offset of ["+1d", "+0d", "-1d", "+0d"]) {
        jump(offset);
        await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
        expect((await fetch(`${server.url}${service.health}`)).status, offset).toBe(200);
        const answer = await write(server, service, n++);
        expect(answer?.status, offset).toBe(service.write?.ok);
      }
      expect(server.output()).not.toMatch(/uncaught|unhandled/i);
      expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
    },
    240_000,
  );
});

test.skipIf(!isLongRun || !hasFakeTime())(
  "an access token is refused a day later and good again when the clock is back; its session lives through both",
  async () => {
    const { server, jump } = await startJumping(SERVICES[0]!);
    await write(server, SERVICES[0]!, 0);
    const login = { email: "0@example.com", password: "correct horse battery" };
    const first = await post(server, "login", login);
    const token = first.data.token;
    expect(await me(server, token)).toBe(200);

    jump("+1d");
    expect(await me(server, token), "expired a day ago").toBe(401);
    jump("+0d");
    expect(await me(server, token), "not expired any more").toBe(200);

    jump("-1d");
    const early = (await post(server, "login", login)).data.token;
    expect(await me(server, early), "made at this time").toBe(200);
    jump("+0d");
    expect(await me(server, early), "made a day ago").toBe(401);

    const renewed = await post(server, "refresh", { refreshToken: first.data.refreshToken });
    expect(await me(server, renewed.data.token)).toBe(200);
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
  },
  240_000,
);

const JOBS = 20;

test.skipIf(!isLongRun || !hasFakeTime())(
  "jobs that wait and run while the clock jumps each end once, completed",
  async () => {
    const { server, jump } = await startJumping(SERVICES[2]!);
    const body = JSON.stringify({ limit: 20_000 });
    const headers = { "content-type": "application/json" };
    for (let n = 0; n < JOBS; n += 1) {
      const answer = await fetch(`${server.url}/api/backtests`, { method: "POST", headers, body });
      expect(answer.status).toBe(200);
      jump(["+1d", "+0d", "-1d", "+0d"][n % 4]!);
    }
    const count = async (): Promise<unknown> =>
      (await fetch(`${server.url}/api/jobs/stats`)).json();
    const done = { total: JOBS, completed: JOBS, failed: 0, running: 0, pending: 0 };
    await expect.poll(count, slowly).toMatchObject(done);
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
  },
  240_000,
);

interface Jumping {
  readonly server: ServerProcess;
  /** Sets the wall clock that many days from the true one, such as `+1d`; the monotonic clock goes on. */
  readonly jump: (offset: string) => void;
}

async function startJumping(service: Service): Promise<Jumping> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const offsets = join(folder, "offset");
  const jump = (offset: string): void => writeFileSync(offsets, offset);
  jump("+0d");
  const server = await startService(service, join(folder, "data"), {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: offsets,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
  return { server, jump };
}

interface Pair {
  readonly data: { readonly token: string; readonly refreshToken: string };
}

async function post({ url }: ServerProcess, path: string, body: object): Promise<Pair> {
  const answer = await fetch(`${url}/api/v1/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Pair;
}

async function me({ url }: ServerProcess, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/api/v1/auth/me`, { headers })).status;
}

function hasFakeTime(): boolean {
  const found = existsSync(LIBRARY);
  if (!found && process.env["CI"] !== undefined) {
    throw new Error("faketime is not installed; continuous integration needs it.");
  }
  return found;
}
