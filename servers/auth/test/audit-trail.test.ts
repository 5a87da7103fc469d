/** The audit trail of access control, over HTTP and by the command. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runAuth } from "../../../packages/cli/test/support/run-words.ts";
import { makeKey, PASSWORD, signUp, type Calls } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const AUDIT_KEY = "an-operator-key-of-the-tests";

interface Row {
  readonly sequence: number;
  readonly action: string;
  readonly actor: string;
  readonly account: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly outcome: string;
  readonly code: string | null;
  readonly details: object;
  readonly time: string;
}

async function wholeTrail(server: Calls, query = ""): Promise<Row[]> {
  const { data, status, text } = await server.get<Row[]>(`audit?limit=100${query}`, {
    key: AUDIT_KEY,
  });
  expect(status, text).toBe(200);
  return data;
}

test("logins, refusals, keys and records are rows with caller, address, subject, verdict and time", async () => {
  const server = await runTestServer({
    AUTH_AUDIT_KEY: AUDIT_KEY,
    LOGIN_FAILURES_PER_ACCOUNT: "2",
    LOGIN_FAILURES_PER_ADDRESS: "2",
  });
  const { id, email, token, refreshToken } = await signUp(server);
  await server.post("auth/login", { email, password: PASSWORD });
  const { id: keyId, key } = await makeKey(server, token, ["deploy", "read"]);
  const { data: deployment } = await server.post(
    "deployments",
    { name: "d", chains: ["base"] },
    { key },
  );
  await server.post("auth/api-keys", { name: "more", permissions: ["admin"] }, { key });
  await server.delete(`auth/api-keys/${keyId}`, { token });
  for (let attempt = 0; attempt < 3; attempt++) {
    await server.post("auth/login", { email, password: "wrong" });
  }
  const rotated = await server.post<{ refreshToken: string }>("auth/refresh", {
    refreshToken,
    rotate: true,
  });
  await server.clock.advance(60_000);
  expect((await server.post("auth/refresh", { refreshToken })).status).toBe(401);
  expect(rotated.status).toBe(200);

  const rows = (await wholeTrail(server)).toReversed();
  const common = { address: "127.0.0.1", account: id, outcome: "ok", code: null };
  const refused = { ...common, outcome: "refused" };
  const user = `user:${id}`;
  expect(rows).toMatchObject([
    { action: "server.started", actor: "system" },
    { ...common, action: "account.registered", actor: user, time: "2026-01-15T00:00:00.000Z" },
    { ...common, action: "login", actor: user },
    { ...common, action: "api_key.created", actor: user, subject: keyId },
    { ...common, action: "api_key.first_used", actor: `key:${keyId}` },
    { ...common, action: "deployment.created", actor: `key:${keyId}`, subject: deployment["id"] },
    { ...refused, action: "api_key.created", actor: `key:${keyId}`, code: "FORBIDDEN" },
    { ...common, action: "api_key.revoked", actor: user, subject: keyId },
    { ...refused, action: "login", actor: "anonymous", code: "INVALID_CREDENTIALS" },
    { ...refused, action: "login", actor: "anonymous", code: "INVALID_CREDENTIALS" },
    { ...refused, action: "login", actor: "anonymous", code: "RATE_LIMITED", account: null },
    { ...refused, action: "session.reuse_detected", actor: "anonymous", code: "INVALID_TOKEN" },
  ]);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, place) => place + 1));
});

test("an account sees the rows that concern it; only the operator's key sees all", async () => {
  const server = await runTestServer({ AUTH_AUDIT_KEY: AUDIT_KEY });
  const ada = await signUp(server);
  const bob = await signUp(server);
  const { data } = await server.get<Row[]>("audit", { token: ada.token });
  expect(data.map(({ account }) => account)).toEqual([ada.id]);
  const foreign = await server.get<Row[]>(`audit?account=${bob.id}`, { token: ada.token });
  expect(foreign.data.map(({ account }) => account)).toEqual([ada.id]);
  const { key } = await makeKey(server, ada.token, ["read"]);
  expect((await server.get("audit", { key })).error?.code).toBe("FORBIDDEN");
  expect((await server.get("deployments", { key: AUDIT_KEY })).error?.code).toBe("INVALID_API_KEY");
  expect(await wholeTrail(server, `&account=${bob.id}`)).toHaveLength(1);
});

test("without AUTH_AUDIT_KEY nobody sees the rows of others", async () => {
  const server = await runTestServer();
  expect((await server.get("audit", { key: AUDIT_KEY })).error?.code).toBe("INVALID_API_KEY");
});

test("filters by action, caller, outcome and time, and pages by the header Link", async () => {
  const server = await runTestServer({ AUTH_AUDIT_KEY: AUDIT_KEY });
  const { id, token } = await signUp(server);
  await server.clock.advance(1000);
  for (let n = 0; n < 5; n++) await makeKey(server, token, ["read"]);
  const query = `action=api_key.created&actor=user:${id}&outcome=ok&from=2026-01-15T00:00:01Z`;
  const seen: number[] = [];
  let next: string | undefined = `?${query}&limit=2`;
  while (next !== undefined) {
    const page: Awaited<ReturnType<typeof server.get<Row[]>>> = await server.get<Row[]>(
      `audit${next}`,
      { key: AUDIT_KEY },
    );
    seen.push(...page.data.map(({ sequence }) => sequence));
    next = /^<([^>]*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
  }
  expect(seen).toEqual([7, 6, 5, 4, 3]);
  expect(await wholeTrail(server, "&to=2026-01-15T00:00:01Z")).toHaveLength(2);
  expect((await server.get("audit?cursor=x", { key: AUDIT_KEY })).error).toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path: "cursor" }],
  });
});

test("a misspelt filter and a time range that ends before it begins are refused", async () => {
  const server = await runTestServer({ AUTH_AUDIT_KEY: AUDIT_KEY });
  const refused = async (query: string) =>
    (await server.get(`audit?${query}`, { key: AUDIT_KEY })).error;
  expect(await refused("acton=login")).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await refused("from=2026-01-16T00:00:00Z&to=2026-01-16T01:00:00%2B02:00")).toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path: "from" }],
  });
  expect(await wholeTrail(server, "&from=2026-01-15T00:00:00Z&to=2026-01-15T00:00:00Z")).toEqual(
    [],
  );
});

test("audit verify says that the chain is whole, and names the row that was changed", async () => {
  const folder = await tempFolder();
  const variables = { DATA_DIR: folder, AUTH_STORE_URL: `lowdb:${join(folder, "auth.json")}` };
  const server = await runTestServer(variables);
  await signUp(server);
  await server.close();
  const verify = async (...words: string[]) => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const args = ["audit", "verify", ...words];
    const code = await runAuth(args, variables, { stdout: write, stderr: write });
    return { code, output: lines.join("\n") };
  };
  const whole = await verify();
  expect(whole).toMatchObject({ code: 0 });
  const mark = /newest row is (\S+)$/.exec(whole.output)?.[1] ?? "";
  expect(await verify(mark)).toMatchObject({ code: 0 });
  expect((await verify("5")).code).toBe(2);

  const { openStore } = await import("@bourse/store");
  const { authCollections } = await import("@bourse/auth-core");
  const { masterKeyOf } = await import("@bourse/credentials");
  const masterKey = masterKeyOf((await readFile(join(folder, "auth.key"), "utf8")).trim());
  const store = await openStore(variables.AUTH_STORE_URL, {
    collections: authCollections,
    checksumKey: async () => masterKey!,
  });
  const collection = store.collections.get("audit_rows")!;
  const row = await store.get(collection, "000000000002");
  const changed = { ...row!.value, actor: "user:else" };
  await store.replace(collection, changed, row!.version);
  await store.close();
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining("Row 2 was changed") as string,
  });

  const emptied = await openStore(variables.AUTH_STORE_URL, {
    collections: authCollections,
    checksumKey: async () => masterKey!,
  });
  for (const name of ["audit_rows", "audit_ends"]) {
    const rows = emptied.collections.get(name)!;
    for (const { value } of (await emptied.find(rows)).items) await emptied.delete(rows, value.id);
  }
  await emptied.close();
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining("the trail was removed") as string,
  });
});
