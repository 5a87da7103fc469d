/**
 * A newcomer's installation: a fresh clone in a folder without neighbours, started by `npm start`, behind a TLS proxy.
 * Every route that wants a proof is called without one and with false ones; nothing may be paid, ordered or changed.
 */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { freePorts } from "./support/free-ports.ts";
import { nodeVariables } from "./support/node-variables.ts";
import { isLongRun } from "./support/rounds.ts";
import { startTlsProxy, type ProxyStyle, type TlsProxy } from "./support/tls-proxy.ts";
import { root } from "./support/workspace.ts";

const KEY = "a-key-of-the-newcomer-0123456789";
const PAYEE = `0x${"5a".repeat(20)}`;
const FIRST = await freePorts(7);
const at = (offset: number): string => `http://127.0.0.1:${FIRST + offset}`;

/** The sections of docs/access.md, with the place of their server's port. */
const SERVERS = {
  "server-auth": 0,
  "server-curation": 1,
  "server-backtest": 2,
  "server-node, internal API": 3,
  "server-node, external API": 4,
  "server-node, dashboard": 5,
} as const;

const VARIABLES = {
  AUTH_PORT: String(FIRST),
  CURATION_PORT: String(FIRST + 1),
  BACKTEST_PORT: String(FIRST + 2),
  ...(await nodeVariables(FIRST + 3)),
  DATA_PROVIDER: "simulated",
  WORKERS: "1",
};

const PRODUCTION = {
  API_KEYS: KEY,
  KEYSTORE_PASSWORD: "a long password of a newcomer",
  NODE_ENV: "production",
};

/** Nginx's own defaults, of versions before and from 1.29.7, and the lines that every guide to it shows. */
const DEPLOYMENTS: readonly {
  readonly name: string;
  readonly style: ProxyStyle;
  readonly variables: Readonly<Record<string, string>>;
}[] = [
  { name: "as npm start leaves it", style: "bare", variables: {} },
  { name: "in production", style: "bare", variables: PRODUCTION },
  { name: "in production, over HTTP/1.1", style: "kept", variables: PRODUCTION },
  {
    name: "in production, with TRUST_PROXY=1",
    style: "guide",
    variables: { ...PRODUCTION, TRUST_PROXY: "1" },
  },
];

/** Headers that others can make up: keys, addresses, names and the page's own origin. */
const FALSE_PROOFS: readonly Readonly<Record<string, string>>[] = [
  {},
  { Authorization: "Bearer " },
  { Authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9." },
  { "X-API-Key": "" },
  { "X-API-Key": `${KEY}x` },
  { "X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", Forwarded: "for=127.0.0.1" },
  { "X-Forwarded-Host": "127.0.0.1", Host: "localhost" },
  { Origin: "https://127.0.0.1" },
  { Cookie: "bourse_node_session=a-session-that-somebody-made-up" },
];

interface Row {
  readonly section: keyof typeof SERVERS;
  readonly method: string;
  readonly path: string;
  /** Proofs by column: of the backtest server with and without keys, of the node on a development and another chain. */
  readonly proofs: readonly string[];
}

let clone: string;
let rows: readonly Row[];

describe.skipIf(!isLongRun)("a fresh clone behind a TLS proxy", { timeout: 600_000 }, () => {
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), "bourse-clone-"));
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
    rows = guardedRows(readFileSync(join(clone, "docs/access.md"), "utf8"));
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  test.for(DEPLOYMENTS)(
    "$name: every route that wants a proof refuses those without one",
    async ({ style, variables }, context) => {
      const stop = await npmStart(variables);
      const hasKeys = "API_KEYS" in variables;
      const proxies = new Map<string, TlsProxy>();
      for (const [section, offset] of Object.entries(SERVERS)) {
        const proxy = await startTlsProxy(at(offset), style);
        onTestFinished(() => proxy.close());
        proxies.set(section, proxy);
      }
      let refused = 0;
      for (const row of rows) {
        const proof = proofOf(row, hasKeys);
        if (proof === "nothing") continue;
        for (const headers of FALSE_PROOFS) {
          const body = bodyFor(row);
          const status = await askPatiently(proxies.get(row.section)!, row, headers, body);
          const expected = /in the body/.test(proof) ? [400, 401, 403, 422] : [401, 403, 421];
          expect(expected, JSON.stringify({ ...row, headers, status })).toContain(status);
          refused += 1;
        }
        // Past the proxy, but under another name: what a page does that has its own name point here.
        const { section, method, path } = row;
        const foreign = await statusAsked(at(SERVERS[section]), method, path, "evil.example");
        expect([401, 403, 421], JSON.stringify({ ...row, foreign })).toContain(foreign);
        refused += 1;
      }
      expect(refused).toBeGreaterThan(500);
      await context.annotate(`${refused} calls of ${rows.length} routes refused`);
      await nothingHappened(hasKeys);
      await stop();
    },
  );

  test("with its key the same calls pay and order, so it was the key that they lacked", async () => {
    const stop = await npmStart(PRODUCTION);
    const order = await ask("POST", `${at(2)}/api/execution/orders`, ORDER);
    expect(order.status, JSON.stringify(order.data)).toBe(200);
    const { data: self } = await ask("GET", `${at(3)}/network/self`);
    const paid = await ask("POST", `${at(3)}/transfer`, paymentFrom(String(self["address"])));
    expect(paid.status, JSON.stringify(paid.data)).toBe(200);
    expect((await ask("GET", `${at(3)}/balance/${PAYEE}`)).data["balance"]).not.toBe("0");
    await stop();
  });
});

/** Starts the four servers by the documented command; resolves to what ends them. */
async function npmStart(variables: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-clone-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn("npm", ["start"], {
    cwd: clone,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      pnpm_config_prefer_offline: "true",
      ...VARIABLES,
      ...variables,
      DATA_DIR: folder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let output = "";
  const closed = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Ctrl-C stops")) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`npm start ended:\n${output}`)));
  });
  // What npm says of its own settings stands before our first line.
  expect(output.slice(output.indexOf("> node scripts/start.mjs"))).not.toMatch(
    /npm warn|\[WARN\]|WARN /,
  );
  return async () => {
    child.kill("SIGTERM");
    await closed;
  };
}

/** Rows of the generated table, without sockets and without what is open to everybody. */
function guardedRows(text: string): Row[] {
  const found: Row[] = [];
  for (const [section] of Object.entries(SERVERS) as [keyof typeof SERVERS, number][]) {
    const part = text.split(/^## /m).find((one) => one.startsWith(`${section}\n`));
    expect(part, section).toBeDefined();
    for (const line of part?.split("\n") ?? []) {
      const [, method = "", path = "", rest = ""] =
        /^\| (GET|POST|PUT|PATCH|DELETE)\s*\| `(\/[^`]*)`\s*\| (.*) \|$/.exec(line) ?? [];
      const proofs = rest.split(" | ").map((cell) => cell.trim());
      if (method === "" || proofs.every((proof) => proof === "nothing")) continue;
      found.push({ section, method, path: filled(path), proofs });
    }
  }
  expect(found.length).toBeGreaterThan(100);
  return found;
}

function filled(path: string): string {
  return path
    .replace(/:(?:wallet_)?address/g, PAYEE)
    .replace(":data_hash", "0".repeat(64))
    .replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
}

/**
 * The proof that holds here: with keys the first column of the backtest server, on a development chain the node's
 * first.
 */
function proofOf({ section, proofs }: Row, hasKeys: boolean): string {
  const column = section === "server-backtest" && !hasKeys ? 1 : 0;
  return proofs[column] ?? proofs[0] ?? "";
}

const ORDER = { symbol: "BTCUSDT", side: "buy", quantity: 0.01 };
const paymentFrom = (from: string): object => ({
  from,
  to: PAYEE,
  amount: "1",
  token: `0x${"0".repeat(40)}`,
});

function bodyFor({ method, path }: Row): unknown {
  if (method === "GET" || method === "DELETE") return undefined;
  if (path.endsWith("/orders")) return ORDER;
  if (path.endsWith("/transfer")) return paymentFrom(PAYEE);
  if (path.endsWith("/share_data")) return { data: "x", recipient: PAYEE };
  return {};
}

/** Asks again when a request limit answers: a 429 says nothing of the proof. */
async function askPatiently(
  proxy: TlsProxy,
  { method, path }: Row,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<number> {
  for (;;) {
    const { status } = await proxy.ask(method, path, { headers, body });
    if (status !== 429) return status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function statusAsked(base: string, method: string, path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, "Content-Type": "application/json", "Content-Length": "2" };
    const outgoing = request(`${base}${path}`, { method, agent: false, headers }, (answer) => {
      answer.resume();
      const { statusCode = 0 } = answer;
      if (statusCode !== 429) return resolve(statusCode);
      setTimeout(() => void statusAsked(base, method, path, host).then(resolve, reject), 250);
    });
    outgoing.once("error", reject);
    outgoing.end("{}");
  });
}

async function nothingHappened(hasKeys: boolean): Promise<void> {
  const read = (offset: number, path: string) => ask("GET", at(offset) + path, undefined, hasKeys);
  expect((await read(2, "/api/execution/orders")).data, "orders").toMatchObject({ count: 0 });
  expect((await read(2, "/api/jobs")).data, "jobs").toEqual([]);
  const { data: balance } = await read(3, `/balance/${PAYEE}`);
  expect(balance, "balance").toMatchObject({ balance: "0" });
  for (const path of ["/transactions", "/shares"]) {
    const { status, data } = await read(3, path);
    expect(status, path).toBe(200);
    // The development chain's own deployments have other ids.
    expect(JSON.stringify(data), path).not.toMatch(/"id":"(?:transfer|share):|"data_hash"/);
  }
}

/** A direct call on this machine, with the key unless told otherwise. */
async function ask(
  method: string,
  url: string,
  body?: object,
  withKey = true,
): Promise<{ readonly status: number; readonly data: Readonly<Record<string, unknown>> }> {
  for (;;) {
    const response = await fetch(url, {
      method,
      headers: {
        ...(withKey ? { "X-API-Key": KEY } : {}),
        "content-type": "application/json",
        connection: "close",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const data = (await response.json()) as Readonly<Record<string, unknown>>;
    if (response.status !== 429) return { status: response.status, data };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
