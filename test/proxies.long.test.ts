/** The pages for nginx and Caddy, run by the programs themselves in front of real servers. */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request, type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { freePorts } from "./support/free-ports.ts";
import { isLongRun } from "./support/rounds.ts";
import { SERVICES, startService } from "./support/services.ts";
import { root } from "./support/workspace.ts";

const NAME = "bourse.example.com";
const API_KEY = "a-key-of-the-proxy-tests";
const STRANGER = { "X-Forwarded-For": "198.51.100.7", Forwarded: "for=198.51.100.7" };

/** A proxy that runs: its port, and the names of the two servers behind it. */
interface Proxy {
  readonly port: number;
  readonly authName: string;
  readonly backtestName: string;
}

interface Upstreams {
  readonly auth: number;
  readonly backtest: number;
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isAbsent(program: string): boolean {
  const found = ["/usr/bin", "/usr/sbin", "/usr/local/bin"].some((place) =>
    existsSync(join(place, program)),
  );
  if (!found && process.env["CI"] !== undefined) {
    throw new Error(`There is no ${program}, and on CI no test may skip for that.`);
  }
  return !found;
}

function launch(program: string, args: readonly string[], more: Record<string, string>): void {
  const path = `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/bin`;
  const child = spawn(program, args, {
    env: { PATH: path, ...more },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
  });
}

/** The committed page for one server each, with names, ports and the certificate of the test in place. */
async function startNginx({ auth, backtest }: Upstreams): Promise<Proxy> {
  const folder = tempFolder();
  const port = await freePorts(1);
  execFileSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=${NAME} -keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`.split(
      " ",
    ),
    { stdio: "ignore" },
  );
  const page = readFileSync(join(root, "deploy/nginx/bourse.conf"), "utf8");
  const pageFor = (name: string, upstream: number, label: string): string =>
    page
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
      .replace("server 127.0.0.1:3000;", `server 127.0.0.1:${upstream};`)
      .replaceAll("/etc/ssl/bourse", folder)
      .replaceAll("bourse.example.com", name)
      .replaceAll("bourse_connection", `${label}_connection`)
      .replaceAll(/\b(upstream |http:\/\/)bourse\b/g, `$1${label}`);
  const backtestName = `backtest.${NAME}`;
  writeFileSync(join(folder, "auth.conf"), pageFor(NAME, auth, "auth"));
  writeFileSync(join(folder, "backtest.conf"), pageFor(backtestName, backtest, "backtest"));
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 1;
events { worker_connections 256; }
http { access_log off; ${temps.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
include ${folder}/auth.conf; include ${folder}/backtest.conf; }\n`,
  );
  launch("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"], {});
  return { port, authName: NAME, backtestName };
}

/** The committed page as it is; only the ports of Caddy itself and its folder are the test's. */
async function startCaddy({ auth, backtest }: Upstreams): Promise<Proxy> {
  const folder = tempFolder();
  const port = await freePorts(2);
  mkdirSync(join(folder, "data"));
  writeFileSync(
    join(folder, "Caddyfile"),
    `{
	admin off
	skip_install_trust
	http_port ${port + 1}
	https_port ${port}
	default_bind 127.0.0.1
}
import ${join(root, "deploy/caddy/Caddyfile")}
`,
  );
  launch("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    HOME: folder,
    XDG_DATA_HOME: join(folder, "data"),
    XDG_CONFIG_HOME: join(folder, "data"),
    BOURSE_HOST: "localhost",
    AUTH_UPSTREAM: `127.0.0.1:${auth}`,
    BACKTEST_UPSTREAM: `127.0.0.1:${backtest}`,
  });
  return { port, authName: "localhost", backtestName: "backtest.localhost" };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface CallOptions extends RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** Options of a call to the server `name`, as from `from`, an address of this machine. */
function optionsOf(proxy: Proxy, name: string, path: string, from: string): CallOptions {
  return {
    host: "127.0.0.1",
    port: proxy.port,
    servername: name,
    localAddress: from,
    path,
    agent: false,
    // Certificates are not what is tested.
    rejectUnauthorized: false,
    headers: { host: `${name}:${proxy.port}`, ...STRANGER },
  };
}

async function ask(
  proxy: Proxy,
  name: string,
  path: string,
  {
    body,
    from = "127.0.0.1",
    headers = {},
  }: {
    readonly body?: object;
    readonly from?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const options = optionsOf(proxy, name, path, from);
  return await new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...options,
        method: body === undefined ? "GET" : "POST",
        headers: { ...options.headers, "content-type": "application/json", ...headers },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const PROXIES = [
  { program: "nginx", start: startNginx },
  { program: "caddy", start: startCaddy },
] as const;

describe.skipIf(!isLongRun)("a proxy", { timeout: 120_000 }, () => {
  test.skipIf(!isLongRun || isAbsent("nginx") || isAbsent("caddy")).each(PROXIES)(
    "$program, by its page, passes callers, sockets and events on as they are",
    async ({ start }) => {
      const [auth, backtest] = await startServers();
      const proxy = await start({ auth: portOf(auth.url), backtest: portOf(backtest.url) });
      const { authName, backtestName } = proxy;
      await expect
        .poll(() => ask(proxy, authName, "/readyz").catch(() => undefined), { timeout: 20_000 })
        .toMatchObject({ status: 200 });

      // Another name than those of ALLOWED_HOSTS is not the server's; metrics are not the world's.
      const token = { authorization: `Bearer ${API_KEY}` };
      expect(await ask(proxy, authName, "/metrics", { headers: token })).toMatchObject({
        status: 404,
      });
      const metrics = await fetch(`${auth.url}/metrics`, { headers: token });
      expect(metrics.status).toBe(200);

      // Failures count by the caller's own address, whatever it writes into X-Forwarded-For.
      let attempts = 0;
      const login = (from: string): Promise<Answer> =>
        ask(proxy, authName, "/api/v1/auth/login", {
          from,
          body: { email: `${from}@example.com`, password: "wrong password" },
          headers: { "X-Forwarded-For": `198.51.100.${(attempts += 1)}` },
        });
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) statuses.push((await login("127.0.0.2")).status);
      expect(statuses).toEqual([401, 401, 401, 429]);
      expect((await login("127.0.0.3")).status).toBe(401);

      // Orders and jobs need the key: a caller through a proxy is never local.
      const path = "/api/backtests";
      expect((await ask(proxy, backtestName, path, { body: {} })).status).toBe(401);
      const key = { "X-API-Key": API_KEY };

      const socket = await openSocket(proxy, backtestName);
      const made = await ask(proxy, backtestName, path, { body: {}, headers: key });
      expect(made.status).toBe(200);
      const { job_id: job } = JSON.parse(made.text) as { job_id: string };
      await expect.poll(() => socket.text(), { timeout: 20_000 }).toContain(job);

      const sweep = await ask(proxy, backtestName, "/api/sweeps", { body: SWEEP, headers: key });
      expect(sweep.status).toBe(200);
      const { job_id: swept } = JSON.parse(sweep.text) as { job_id: string };
      const first = await firstEvent(proxy, backtestName, `/api/jobs/${swept}/progress`);
      expect(first.text).toContain("event: progress");
      expect(first.type).toContain("text/event-stream");
      const state = await ask(proxy, backtestName, `/api/jobs/${swept}`, { headers: key });
      expect(JSON.parse(state.text)).toMatchObject({ status: "running" });
      first.end();
    },
  );
});

/** Its workers run as another account than the servers, as Debian's do; only root can have two. */
test.skipIf(isAbsent("nginx") || process.getuid?.() !== 0)(
  "what comes through an nginx that adds nothing is no call of a program on this machine",
  { timeout: 120_000 },
  async () => {
    const [backtest, node] = await Promise.all(
      ["backtest", "node"].map((name) => {
        const service = SERVICES.find((one) => one.name === name)!;
        return startService(service, tempFolder());
      }),
    );
    const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.01 };
    const calls = [
      { url: backtest!.url, path: "/api/execution/orders", body: order, refusal: 403 },
      { url: node!.url, path: "/api/tokens", body: undefined, refusal: 401 },
    ];
    for (const { url, path, body, refusal } of calls) {
      const { host } = new URL(url);
      const send = async (base: string): Promise<number> => {
        const answer = await fetch(base + path, {
          ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
          headers: { "content-type": "application/json" },
        });
        return answer.status;
      };
      for (const passed of ["$host", host]) {
        const proxy = await startPlainNginx(host, passed);
        expect([path, passed, await send(proxy)]).toEqual([path, passed, refusal]);
      }
      expect([path, await send(url)], "directly").toEqual([path, 200]);
    }
  },
);

/** An nginx that passes everything on over kept connections, without a word about the caller. */
async function startPlainNginx(upstream: string, host: string): Promise<string> {
  const folder = tempFolder();
  const port = await freePorts(1);
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `user nobody nogroup; daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 1;
events { worker_connections 64; }
http { access_log off; ${temps.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
server { listen 127.0.0.1:${port}; location / { proxy_pass http://${upstream};
proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host ${host}; } } }\n`,
  );
  launch("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"], {});
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(async () => (await fetch(`${url}/livez`).catch(() => undefined))?.status)
    .toBeDefined();
  return url;
}

/** Long enough to be seen while it runs. */
const SWEEP = {
  strategy: "ma_crossover",
  interval: "60",
  limit: 5000,
  parameters: {
    fast_period: { from: 2, to: 60, step: 1 },
    slow_period: { from: 61, to: 200, step: 1 },
  },
};

async function startServers() {
  const settings = (name: string) => ({
    NODE_ENV: "production",
    TRUST_PROXY: "1",
    ALLOWED_HOSTS: name,
  });
  const service = (name: string) => SERVICES.find((one) => one.name === name)!;
  return await Promise.all([
    startService(service("auth"), tempFolder(), {
      ...settings(`${NAME},localhost`),
      LOGIN_FAILURES_PER_ADDRESS: "3",
      METRICS_TOKEN: API_KEY,
    }),
    startService(service("backtest"), tempFolder(), {
      ...settings(`backtest.${NAME},backtest.localhost`),
      API_KEYS: API_KEY,
    }),
  ]);
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Opens a WebSocket to the feed of events; resolves after the 101. */
async function openSocket(proxy: Proxy, name: string): Promise<{ text(): string }> {
  const options = optionsOf(proxy, name, "/api/ws/events", "127.0.0.1");
  const outgoing = request({
    ...options,
    headers: {
      ...options.headers,
      "X-API-Key": API_KEY,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    },
  });
  return await new Promise((resolve, reject) => {
    outgoing.once("upgrade", (_, socket: Socket, head: Buffer) => {
      let text = head.toString("latin1");
      socket.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
      socket.on("error", () => undefined);
      onTestFinished(() => void socket.destroy());
      resolve({ text: () => text });
    });
    outgoing.once("response", ({ statusCode }) => reject(new Error(`no socket: ${statusCode}`)));
    outgoing.once("error", reject);
    outgoing.end();
  });
}

interface FirstEvent {
  readonly text: string;
  readonly type: string;
  end(): void;
}

/** Reads an event stream up to its first event, and leaves it open. */
async function firstEvent(proxy: Proxy, name: string, path: string): Promise<FirstEvent> {
  const options = optionsOf(proxy, name, path, "127.0.0.1");
  return await new Promise((resolve, reject) => {
    const outgoing = request(
      { ...options, headers: { ...options.headers, "X-API-Key": API_KEY } },
      (answer) => {
        let text = "";
        answer.on("error", () => undefined);
        answer.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
          if (!/^event: /m.test(text)) return;
          const type = String(answer.headers["content-type"]);
          resolve({ text, type, end: () => outgoing.destroy() });
        });
        answer.once("end", () => reject(new Error(`no event: ${text}`)));
      },
    );
    outgoing.once("error", reject);
    outgoing.end();
  });
}
