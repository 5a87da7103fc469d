import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { runTestServer } from "./support/running-server.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 30_000 });

test("every change is one structured line of the log, with who and where", async () => {
  const { logger, lines } = collectingLogger();
  const server = await runTestServer({}, { logger });
  const { id: userId, email, token, refreshToken } = await signUp(server);
  await server.post("auth/login", { email, password: "wrong" });
  await server.post("auth/login", { email, password: PASSWORD });
  await server.post("auth/refresh", { refreshToken });
  const { id: keyId, key } = await makeKey(server, token, ["read"]);
  await server.get("deployments", { key });
  await server.get("deployments", { key });
  await server.delete(`auth/api-keys/${keyId}`, { token });
  const change = { currentPassword: PASSWORD, newPassword: "another good phrase" };
  await server.post("auth/password", change, { token });
  await server.post("auth/logout", { refreshToken });

  const events = lines.flatMap(({ message, details, level }) =>
    "audit" in details ? [{ message, level, ...(details.audit as object) }] : [],
  );
  expect(events.map(({ message }) => message)).toEqual([
    "account.registered",
    "login.failed",
    "login.succeeded",
    "session.refreshed",
    "api_key.created",
    "api_key.first_used",
    "api_key.revoked",
    "password.changed",
    "session.ended",
  ]);
  for (const event of events) {
    expect(event).toMatchObject({ level: "info", at: "2026-01-15T00:00:00.000Z", ip: "127.0.0.1" });
  }
  expect(events[5]).toMatchObject({ userId, keyId });
});

test("no password, token, key or master key is in any output, list, error or file", async () => {
  const folder = await tempFolder();
  const store = join(folder, "auth.json");
  const server = await startServerProcess({
    DATA_DIR: folder,
    AUTH_STORE_URL: `lowdb:${store}`,
    LOG_LEVEL: "trace",
  });
  const said: string[] = [];
  const say = async (answer: Promise<{ readonly text: string; readonly headers: Headers }>) => {
    const { text, headers } = await answer;
    said.push(text, JSON.stringify([...headers]));
  };
  const typed = ["canary-password-1", "canary-password-2", "canary-wrong-3", "canary\u0000bad-4"];
  const [password = "", next = "", wrong = "", bad = ""] = typed;
  const email = "ada@example.com";
  const { data } = await server.post<{ token: string; refreshToken: string }>("auth/register", {
    email,
    password,
  });
  const { token, refreshToken } = data;
  const { id, key } = await makeKey(server, token, ["admin"]);

  await say(server.post("auth/register", { email, password }));
  await say(server.post("auth/register", { email: "b@b.co", password: bad }));
  await say(server.post("auth/register", `{"email":"c@b.co","password":"${password}"`));
  await say(server.post("auth/login", { email, password: wrong }));
  await say(server.post(`auth/login?password=${password}`, { email, password: [wrong] }));
  await say(server.post("auth/refresh", { refreshToken: `${refreshToken}x` }));
  await say(server.post("auth/api-keys/verify", { key }, { token }));
  await say(server.get("auth/api-keys", { key }));
  await say(server.get(`auth/api-keys/${id}`, { token }));
  await say(server.get("auth/sessions", { token }));
  await say(server.get("auth/me", { token: `${token}x`, key }));
  await say(server.get("auth/me", { key: `${key}x` }));
  await say(server.get("nowhere", { token, key }));
  await say(server.get(`auth/me?token=${token}&key=${key}`));
  await say(server.post("auth/password", { currentPassword: wrong, newPassword: next }, { token }));
  await say(
    server.post("auth/password", { currentPassword: password, newPassword: next }, { token }),
  );
  await say(server.delete(`auth/api-keys/${id}`, { token }));
  await say(server.post("auth/logout", { refreshToken }));
  const master = (await readFile(join(folder, "auth.key"), "utf8")).trim();
  const { output } = await server.end("SIGTERM");
  const written = await readFile(store, "utf8");

  // The output is there to be searched: it names what happened.
  expect(output).toContain("password.changed");
  expect(written).toContain(email);
  const secrets = {
    password,
    next,
    wrong,
    bad: "bad-4",
    "access token": token,
    "its signature": token.split(".")[2] ?? "",
    "refresh token": refreshToken,
    "refresh secret": refreshToken.slice(-43),
    key,
    "key's body": key.slice(12),
    master,
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(4);
    expect(output.includes(secret), `the log holds the ${name}`).toBe(false);
    expect(
      said.some((text) => text.includes(secret)),
      `an answer holds the ${name}`,
    ).toBe(false);
    expect(written.includes(secret), `the store holds the ${name}`).toBe(false);
  }
});
