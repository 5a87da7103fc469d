/** Metrics of the four servers as Prometheus reads them: off unless asked for, and never for strangers. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { lintExposition, parseExposition, valueOf, type Exposition } from "./support/exposition.ts";
import { isLongRun } from "./support/rounds.ts";
import { runToItsEnd, type ServerProcess } from "./support/server-process.ts";
import { SERVICES, startService, write, type Service } from "./support/services.ts";
import { root } from "./support/workspace.ts";

/** Page that names every metric. */
const operatorsPage = readFileSync(join(root, "deploy/README.md"), "utf8");
const TOKEN = "a-token-of-the-tests";
/** A method that Node.js reads and no route has. */
const STRANGE_METHOD = "PROPFIND";

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-metrics-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The port at which the service answers `/metrics` by token: the node's internal API, else the only one. */
function tokenPort({ name, variables }: Service, server: ServerProcess): string {
  return name === "node" ? `http://127.0.0.1:${variables["INTERNAL_API_PORT"]}` : server.url;
}

function metricsUrl(server: ServerProcess): string {
  const [, url = ""] = /"url":"([^"]+)","msg":"metrics are served"/.exec(server.output()) ?? [];
  return url;
}

async function read(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exposition> {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parseExposition(await response.text());
}

describe.each(isLongRun ? SERVICES : SERVICES.slice(0, 1))(
  "$name",
  { timeout: 60_000 },
  (service) => {
    test("counts requests by operation on a port of its own, and never by what callers invent", async () => {
      const server = await startService(service, tempFolder(), { METRICS_PORT: "0" });
      const url = metricsUrl(server);
      const before = await read(url);
      expect(lintExposition(before, "bourse_")).toEqual([]);
      const ours = [...before.keys()].filter((name) => name.startsWith("bourse_"));
      expect(ours.filter((name) => !operatorsPage.includes(`\`${name}\``))).toEqual([]);
      expect(valueOf(before, "bourse_build_info", { service: `bourse-${service.name}` })).toBe(1);

      for (const path of [service.health, "/readyz", "/livez"]) await fetch(server.url + path);
      for (let n = 0; n < 20; n++) await fetch(`${server.url}/nowhere-${n}?secret=hunter2`);
      await fetch(`${server.url}/nowhere`, { method: STRANGE_METHOD });
      await write(server, service, 1);
      const after = await read(url);
      const count = (labels: Record<string, string>): number =>
        valueOf(after, "bourse_http_requests_total", labels);
      expect(count({ operation: "readyz", method: "GET", status: "200" })).toBe(1);
      expect(count({ operation: "livez" })).toBe(1);
      expect(count({ operation: "unknown", status: "404" })).toBe(21);
      expect(count({ method: "other" })).toBe(1);
      expect(valueOf(after, "bourse_http_request_duration_seconds_count")).toBe(count({}));
      expect(valueOf(after, "bourse_http_connections")).toBeGreaterThan(0);
      expect(valueOf(after, "bourse_store_write_duration_seconds_count")).toBeGreaterThan(0);
      expect(valueOf(after, "process_resident_memory_bytes")).toBeGreaterThan(0);
      expect(after.has("nodejs_eventloop_lag_seconds")).toBe(true);
      const text = JSON.stringify([...after]);
      for (const invented of ["nowhere", "hunter2", STRANGE_METHOD, "127.0.0.1"]) {
        expect(text).not.toContain(invented);
      }
      // The server's own port does not answer.
      expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
      await server.end("SIGTERM");
    });

    test("names their port among what faces the network, when other machines reach it", async () => {
      const settings = { METRICS_PORT: "0", METRICS_TOKEN: TOKEN };
      const open = await startService(service, tempFolder(), {
        ...settings,
        METRICS_HOST: "0.0.0.0",
      });
      expect(open.network).toContainEqual(expect.stringMatching(/^metrics 0\.0\.0\.0:[1-9]\d*$/));
      const shown = await read(metricsUrl(open), { authorization: `Bearer ${TOKEN}` });
      const samples = shown.get("bourse_network_listeners")?.samples ?? [];
      expect(samples.map(({ labels }) => labels["listener"])).toEqual(open.network);
      await open.end("SIGTERM");
      const local = await startService(service, tempFolder(), settings);
      expect(local.network.join()).not.toContain("metrics");
      await local.end("SIGTERM");
    });

    test("does not show them to other machines without a token", async () => {
      const variables = { ...service.variables, METRICS_PORT: "0", METRICS_HOST: "0.0.0.0" };
      const main = join(root, "servers", service.name, "src/main.ts");
      const { code, output } = await runToItsEnd(main, [], {
        ...variables,
        DATA_DIR: tempFolder(),
      });
      expect(code).toBe(1);
      expect(output).toContain(
        "set METRICS_TOKEN (16 characters or more), or METRICS_HOST=127.0.0.1.",
      );
    });
  },
);

test.each(SERVICES.filter(({ name }) => name === "auth" || (isLongRun && name === "node")))(
  "$name tells them on its own port to the holder of the token alone",
  { timeout: 60_000 },
  async (service) => {
    const server = await startService(service, tempFolder(), { METRICS_TOKEN: TOKEN });
    const url = `${tokenPort(service, server)}/metrics`;
    for (const authorization of ["", "Bearer", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN]) {
      const refused = await fetch(url, { headers: { authorization } });
      expect([authorization, refused.status]).toEqual([authorization, 401]);
      expect(refused.headers.get("www-authenticate")).toContain("Bearer");
      expect(await refused.text()).not.toContain("bourse_");
    }
    const metrics = await read(url, { authorization: `Bearer ${TOKEN}` });
    expect(valueOf(metrics, "bourse_http_requests_total", { operation: "metrics" })).toBe(5);
    const { output } = await server.end("SIGTERM");
    expect(output).not.toContain(TOKEN);
  },
);

test("jobs are counted by status", async () => {
  const service = SERVICES.find(({ name }) => name === "backtest")!;
  const server = await startService(service, tempFolder(), { METRICS_PORT: "0" });
  await write(server, service, 1);
  await expect
    .poll(async () =>
      valueOf(await read(metricsUrl(server)), "bourse_jobs", { status: "completed" }),
    )
    .toBe(1);
  const metrics = await read(metricsUrl(server));
  expect(valueOf(metrics, "bourse_jobs")).toBe(1);
  expect(valueOf(metrics, "bourse_dead_letters", { queue: "jobs" })).toBe(0);
  expect(valueOf(metrics, "bourse_http_requests_total", { operation: "createBacktest" })).toBe(1);
});

test("logins that a throttle refuses are counted by the limit", async () => {
  const service = SERVICES.find(({ name }) => name === "auth")!;
  const settings = { METRICS_PORT: "0", LOGIN_FAILURES_PER_ACCOUNT: "2" };
  const server = await startService(service, tempFolder(), settings);
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) {
    const { status } = await fetch(`${server.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", password: "wrong password" }),
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([401, 401, 429, 429]);
  const metrics = await read(metricsUrl(server));
  expect(valueOf(metrics, "bourse_login_throttled_total", { limit: "account" })).toBe(2);
});

test.skipIf(!isLongRun)("a node's transactions are counted by state", async () => {
  const service = SERVICES.find(({ name }) => name === "node")!;
  const server = await startService(service, tempFolder(), { METRICS_PORT: "0" });
  const internal = tokenPort(service, server);
  const self = (await (await fetch(`${internal}/network/self`)).json()) as { address: string };
  const token = `0x${"0".repeat(40)}`;
  const to = `0x${"11".repeat(20)}`;
  const transfer = await fetch(`${internal}/transfer`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from: self.address, to, amount: "1", token }),
  });
  expect(transfer.status).toBe(200);
  const moves = (metrics: Exposition, state: string): number =>
    valueOf(metrics, "bourse_chain_transaction_moves_total", { state });
  await expect
    .poll(async () => moves(await read(metricsUrl(server)), "confirmed"))
    .toBeGreaterThan(0);
  const metrics = await read(metricsUrl(server));
  expect(valueOf(metrics, "bourse_chain_transactions_open")).toBe(0);
  expect(valueOf(metrics, "bourse_chain_connected")).toBe(1);
});
