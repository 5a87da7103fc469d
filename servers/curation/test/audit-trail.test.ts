/** The audit trail of curation, over HTTP and by the command. */

import { join as joinPath } from "node:path";

import { expect, test } from "vitest";

import { runCuration } from "../../../packages/cli/test/support/run-words.ts";
import type { Calls } from "./support/calls.ts";
import { draft, join, joinAsAdmin, joinAsCurator, type Person } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

interface Row {
  readonly sequence: number;
  readonly action: string;
  readonly actor: string;
  readonly details: object;
}

async function trail(server: Calls, { token }: Person, query = ""): Promise<Row[]> {
  const { data, status, text } = await server.get<Row[]>(`audit?limit=100${query}`, token);
  expect(status, text).toBe(200);
  return data;
}

function sessionOf({ refreshToken }: Person): string {
  return refreshToken.split("_")[1] ?? "";
}

test("logins, refusals, changes of accounts, reviews and admin acts are rows", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const curator = await joinAsCurator(server, admin, "grace");
  const author = await join(server, "ada");
  await server.post("auth/login", undefined, {
    email: "admin@example.com",
    password: "canary-typed-by-mistake",
  });
  await server.post("auth/login", undefined, {
    email: "admin@example.com",
    password: "correct horse battery",
  });
  const id = await draft(server, author, "bridges");
  await server.call("PATCH", "auth/me", { token: author.token, body: { username: "grace" } });
  await server.post(`curator/${id}/claim`, curator.token, undefined);
  await server.post(`curator/${id}/reject`, curator.token, {
    reason: "It names no source at all.",
  });
  await server.call("PATCH", "auth/me", { token: author.token, body: { bio: "I write." } });
  const rotate = { refresh_token: author.refreshToken, rotate: true };
  const { data } = await server.post<{ refresh_token: string }>("auth/refresh", undefined, rotate);
  const { refresh_token } = data;
  expect(refresh_token).not.toBe(author.refreshToken);
  await server.post("auth/logout", undefined, { refresh_token });
  await server.post("auth/refresh", undefined, {
    refresh_token: curator.refreshToken,
    rotate: true,
  });
  await server.clock.advance(31_000);
  await server.post("auth/refresh", undefined, { refresh_token: curator.refreshToken });

  const rows = (await trail(server, admin)).toReversed();
  const by = ({ id: user }: Person) => ({
    actor: `user:${user}`,
    account: user,
    address: "127.0.0.1",
    outcome: "ok",
    code: null,
  });
  expect(rows).toMatchObject([
    { action: "server.started", actor: "system" },
    { ...by(admin), action: "account.registered", subject: null },
    { ...by(curator), action: "account.registered" },
    {
      ...by(admin),
      action: "account.roles_changed",
      subject: curator.id,
      details: { roles: "curator" },
    },
    { ...by(author), action: "account.registered" },
    { action: "login", actor: "anonymous", outcome: "refused", code: "INVALID_CREDENTIALS" },
    { ...by(admin), action: "login" },
    {
      ...by(author),
      action: "account.changed",
      outcome: "refused",
      code: "USERNAME_TAKEN",
    },
    { ...by(curator), action: "draft.claimed", subject: id },
    { ...by(curator), action: "draft.rejected", subject: id },
    { ...by(author), action: "account.changed", details: { fields: "bio" } },
    { ...by(author), action: "session.ended", subject: sessionOf(author) },
    {
      ...by(curator),
      action: "session.reuse_detected",
      actor: "anonymous",
      outcome: "refused",
      code: "INVALID_TOKEN",
      subject: sessionOf(curator),
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain("canary");
  expect(await trail(server, admin, "&outcome=refused&action=account.changed")).toHaveLength(1);
});

test("a misspelt filter and a time range that ends before it begins are refused", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const refused = async (query: string) => await server.get(`audit?${query}`, admin.token);
  expect(await refused("acton=login")).toMatchObject({
    status: 422,
    data: { detail: [{ loc: ["query", "acton"] }] },
  });
  expect(await refused("from=2026-01-16T00:00:00Z&to=2026-01-15T00:00:00Z")).toMatchObject({
    status: 422,
    data: { detail: [{ loc: ["query", "from"] }] },
  });
});

test("changes of credentials and of admins are rows, refused ones too, without what proved them", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  const password = "canary-horse-battery";
  const email = { email: "ada@example.com", new_password: password };
  await server.post("auth/me/email", ada.token, email);
  await server.post("auth/me/email", ada.token, { ...email, refresh_token: ada.refreshToken });
  const change = { new_password: "canary-staple-horse" };
  await server.post("auth/me/password", ada.token, { ...change, current_password: "canary-guess" });
  await server.post("auth/me/password", ada.token, { ...change, current_password: password });
  await server.post("auth/admin-code", ada.token, { admin_code: "canary-code" });
  await server.call("PUT", `admin/admins/${ada.id}`, { token: admin.token });
  await server.call("DELETE", `admin/admins/${ada.id}`, { token: admin.token });

  const rows = (await trail(server, admin)).toReversed().slice(-7);
  const by = ({ id }: Person) => ({ actor: `user:${id}`, account: id });
  const refused = (code: string) => ({ outcome: "refused", code });
  const emailChanged = { ...by(ada), action: "account.email_changed" };
  const passwordChanged = { ...by(ada), action: "account.password_changed" };
  expect(rows).toMatchObject([
    { ...emailChanged, ...refused("REAUTHENTICATION_REQUIRED") },
    { ...emailChanged, outcome: "ok" },
    { ...passwordChanged, ...refused("INVALID_CREDENTIALS") },
    { ...passwordChanged, outcome: "ok" },
    { ...by(ada), action: "account.admin_code_redeemed", ...refused("FORBIDDEN") },
    { ...by(admin), action: "account.admin_granted", subject: ada.id, outcome: "ok" },
    { ...by(admin), action: "account.admin_revoked", subject: ada.id, outcome: "ok" },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/canary|rt_/);
});

test("only admins read it, and a cursor that it has not given out is refused", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const curator = await joinAsCurator(server, admin, "grace");
  expect((await server.get("audit", curator.token)).status).toBe(403);
  expect((await server.get("audit", undefined)).status).toBe(401);
  expect((await server.get("audit?cursor=x", admin.token)).status).toBe(422);
});

test("audit verify says that the chain is whole", async () => {
  const DATA_DIR = await tempFolder();
  const variables = { DATA_DIR, CURATION_STORE_URL: `lowdb:${joinPath(DATA_DIR, "c.json")}` };
  const server = await runTestServer(variables);
  await join(server, "ada");
  await server.close();
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const output = { stdout: write, stderr: write };
  expect(await runCuration(["audit", "verify"], variables, output)).toBe(0);
  expect(lines[0]).toBe("The audit trail is whole: 2 rows.");
  const elsewhere = { DATA_DIR: joinPath(DATA_DIR, "other") };
  expect(await runCuration(["audit", "verify"], elsewhere, output)).toBe(1);
});

test("sessions end logs everybody out, and the trail says so", async () => {
  const DATA_DIR = await tempFolder();
  const variables = { DATA_DIR, CURATION_STORE_URL: `lowdb:${joinPath(DATA_DIR, "c.json")}` };
  const before = await runTestServer(variables);
  const { token } = await join(before, "ada");
  await before.close();
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const output = { stdout: write, stderr: write };
  expect(await runCuration(["sessions", "end"], variables, output)).toBe(0);
  expect(lines[0]).toMatch(/^Sessions that were ended: 1\./u);
  expect(await runCuration(["audit", "verify"], variables, output)).toBe(0);
  expect(lines[1]).toBe("The audit trail is whole: 3 rows.");
  const after = await runTestServer(variables);
  expect((await after.get("auth/me", token)).status).toBe(401);
});
