/** `bourse-conformance` against the servers as processes: their suites, and many random requests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { nodeVariables } from "./support/node-variables.ts";
import { rounds } from "./support/rounds.ts";
import { runToItsEnd, startProcess, type Ended, type Variables } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";

const COMMAND = join(root, "packages/conformance/src/main.ts");

/** Operations that end the session which the requests carry, or that never end. */
const SKIPPED = {
  auth: "logout,endSession,changePassword",
  backtest: "",
  curation: "logout,endSession,setPassword,curatorEvents",
};

interface Started {
  readonly url: string;
  readonly folder: string;
}

async function start(
  service: keyof typeof SKIPPED,
  more: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = service.toUpperCase();
  const { url } = await startProcess(join(root, `servers/${service}/src/main.ts`), {
    [`${name}_PORT`]: "0",
    [`${name}_STORE_URL`]: "memory:",
    DATA_DIR: folder,
    LOG_LEVEL: "error",
    ...(service === "backtest" && { DATA_PROVIDER: "simulated" }),
    ...more,
  });
  return { url, folder };
}

/** Settings under which a server refuses nothing for the number of requests, as `--differential` asks for them. */
const WITHOUT_LIMITS = {
  REGISTRATIONS_PER_HOUR: "10000",
  LOGINS_PER_ACCOUNT: "10000",
  LOGIN_FAILURES_PER_ACCOUNT: "10000",
  LOGIN_FAILURES_PER_ADDRESS: "10000",
  WRITES_PER_MINUTE: "1000000",
};

const conformance = (...words: string[]): Promise<Ended> => runToItsEnd(COMMAND, words, {});

describe("bourse-conformance", () => {
  test.each(["auth", "backtest"] as const)(
    "passes the suite of %s, and reports every case",
    async (service) => {
      const operatorKey = "an-operator-key-of-the-tests";
      const isAuth = service === "auth";
      const { url, folder } = await start(
        service,
        isAuth ? { AUTH_OPERATOR_KEY: operatorKey } : {},
      );
      const report = join(folder, "report.json");
      const target = join(folder, "target.json");
      writeFileSync(target, JSON.stringify(isAuth ? { operatorKey } : {}));
      const words = ["--url", url, "--report", report, ...(isAuth ? ["--target", target] : [])];
      const { code, output } = await conformance(service, ...words);
      expect(output).toMatch(/\d{3} passed, 0 failed, 0 left out/);
      expect(code).toBe(0);
      const { results } = JSON.parse(readFileSync(report, "utf8")) as {
        results: readonly { readonly outcome: string }[];
      };
      expect(results.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(100);
    },
    180_000,
  );

  test("passes the suite of node against bourse-node with its rate limits, by the target of the README", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-conformance-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const variables = await nodeVariables();
    const more = { DATA_DIR: folder, LOG_LEVEL: "error" };
    await startProcess(join(root, "servers/node/src/main.ts"), { ...variables, ...more });
    const file = join(folder, "target.json");
    writeFileSync(file, JSON.stringify(await nodeTarget(variables)));
    const { code, output } = await conformance("node", "--target", file);
    expect(output).toMatch(/\d{2} passed, 0 failed, 0 left out/);
    expect(code).toBe(0);
  }, 300_000);

  test("exits with 1 when a case fails, and names it", async () => {
    const { url } = await start("backtest");
    const { code, output } = await conformance("auth", "--url", url, "--only", "refresh");
    expect(output).toMatch(/^failed: .*refresh/m);
    expect(output).toMatch(/0 passed, \d+ failed/);
    expect(code).toBe(1);
  }, 60_000);

  test.each([
    [["aut"], 'Did you mean "auth"?'],
    [["auth", "--ulr", "x"], "There is no option --ulr."],
    [["auth"], "Give the base URL"],
    [["curation", "--url", "http://127.0.0.1:9"], "with admin"],
    [["auth", "--url", "ftp://127.0.0.1"], "--url must be"],
    [["auth", "--url", "http://127.0.0.1:9", "--fuzz", "1,000"], "--fuzz must be"],
    [["auth", "--url", "http://127.0.0.1:9", "--differential", "0"], "--differential must be"],
    [["node", "--url", "http://127.0.0.1:9", "--differential", "9"], "--differential compares"],
  ])("exits with 2 for %j", async (words, sentence) => {
    const { code, output } = await conformance(...words);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/ at .*\.ts/);
    expect(code).toBe(2);
  });

  test.each(["auth", "backtest", "curation"] as const)(
    "finds no answer of %s that its document does not allow, among random requests",
    async (service) => {
      const { url } = await start(service);
      const words = ["--url", url, "--fuzz", String(rounds(300, 4000)), "--skip", SKIPPED[service]];
      if (service !== "backtest") {
        const account = { email: "ada@example.com", password: "correct horse battery" };
        words.push("--header", `authorization: Bearer ${await register(url, account)}`);
      }
      const { code, output } = await conformance(service, ...words);
      expect(output).toMatch(/\n0 answers that the document does not allow/);
      expect(code).toBe(0);
    },
    300_000,
  );
});

describe("bourse-conformance --differential", () => {
  test.each(["auth", "backtest"] as const)(
    "finds no difference between the server of %s and its mock",
    async (service) => {
      const { url } = await start(service, service === "auth" ? WITHOUT_LIMITS : {});
      const words = ["--url", url, "--differential", String(rounds(200, 1500))];
      const { code, output } = await conformance(service, ...words);
      expect(output).toMatch(/\nno difference$/m);
      expect(code).toBe(0);
    },
    300_000,
  );

  test("finds none of curation, with an admin on both sides", async () => {
    const account = { email: "root@example.com", password: "correct horse battery" };
    const { url, folder } = await start("curation", {
      ...WITHOUT_LIMITS,
      ADMIN_EMAILS: account.email,
    });
    const codes = readFileSync(join(folder, "curation-admin-code"), "utf8");
    const code = /^root@example\.com (\S+)$/m.exec(codes)?.[1];
    await register(url, { ...account, admin_code: code });
    const target = join(folder, "target.json");
    writeFileSync(target, JSON.stringify({ admin: account }));
    const words = ["--url", url, "--target", target];
    const run = await conformance(
      "curation",
      ...words,
      "--differential",
      String(rounds(200, 1500)),
    );
    expect(run.output).toMatch(/\nno difference$/m);
    expect(run.code).toBe(0);
  }, 300_000);

  test("reports the first difference, so that it can be seen again", async () => {
    const { url, folder } = await start("auth", {
      ...WITHOUT_LIMITS,
      PUBLIC_URL: "https://auth.example",
    });
    const report = join(folder, "difference.json");
    const words = ["--url", url, "--differential", "2000", "--seed", "5", "--report", report];
    const { code, output } = await conformance("auth", ...words);
    // With a URL of its own the server has device logins and passkeys, and tells so at /health.
    const failed = /^failed: (\w+): .*differs$/m.exec(output);
    expect(failed, output).not.toBeNull();
    expect(output).toMatch(/Give a fresh server --differential \d+ --seed 5 to see it again\./);
    expect(code).toBe(1);
    const { story } = JSON.parse(readFileSync(report, "utf8")) as {
      story: readonly { readonly operation: string; readonly status: number }[];
    };
    expect(story.at(-1)).toMatchObject({ operation: failed?.[1], status: 200 });
    expect(story.filter(({ status }) => status >= 400)).toEqual([]);
  }, 120_000);
});

/** The target that the README shows, filled in by the node itself. */
async function nodeTarget(variables: Variables): Promise<object> {
  const readme = readFileSync(join(root, "packages/conformance/README.md"), "utf8");
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)?.[1] ?? "") as Target;
  const at = (name: string): string => `http://127.0.0.1:${variables[`${name}_API_PORT`]}`;
  const internal = at("INTERNAL");
  const get = async (path: string): Promise<unknown> => (await fetch(internal + path)).json();
  const made = await fetch(`${internal}/api-keys`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "suite", scopes: ["share", "read", "transfer", "admin"] }),
  });
  const { key } = (await made.json()) as { readonly key: string };
  const { address } = (await get("/network/self")) as { readonly address: string };
  const { tokens } = (await get("/tokens")) as Tokens;
  const demo = tokens.find(({ type }) => type === "erc20");
  return {
    ...shown,
    internal: { baseUrl: internal },
    external: { baseUrl: at("EXTERNAL") },
    dashboard: { baseUrl: at("DASHBOARD") },
    apiKey: key,
    address,
    token: { ...shown.token, address: demo?.address },
  };
}

interface Target {
  readonly token: object;
}

interface Tokens {
  readonly tokens: readonly { readonly type: string; readonly address: string }[];
}

/** Registers an account at auth or curation; returns its access token. */
async function register(url: string, members: object): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      wallet_address: "0x61646d696e000000000000000000000000000000",
      username: "chief",
      ...members,
    }),
  });
  const body = (await response.json()) as { access_token?: string; data?: { token?: string } };
  const token = body.access_token ?? body.data?.token;
  expect(token, JSON.stringify(body)).toBeDefined();
  return token ?? "";
}
