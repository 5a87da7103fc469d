import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createAuthClient } from "../../../packages/client/src/auth/index.ts";
import { makeKey, PASSWORD, signUp, type Answer, type Calls } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { addTotp, challengeIn } from "./support/factors.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const login = (server: Calls, email: string): Promise<Answer> =>
  server.post("auth/login", { email, password: PASSWORD });

test("a login of an account with an authenticator app is answered in two steps", async () => {
  const server = await runTestServer();
  const ada = await signUp(server);
  const app = await addTotp(server, ada.token);
  expect(app.recoveryCodes).toHaveLength(10);
  const refused = await login(server, ada.email);
  expect([refused.status, refused.error?.code]).toEqual([401, "FACTOR_REQUIRED"]);
  expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  const { challenge, factors } = challengeIn(refused);
  expect(factors).toEqual(["totp", "recovery_code"]);
  const answer = { challenge, code: await app.codeOf(1) };
  const wrong = await server.post("auth/login/factor", { ...answer, code: "000000" });
  expect([wrong.status, wrong.error?.code]).toEqual([401, "INVALID_CREDENTIALS"]);
  const done = await server.post("auth/login/factor", answer);
  expect([done.status, Object.keys(done.data)]).toEqual([
    200,
    ["token", "refreshToken", "expiresIn"],
  ]);
  const again = await server.post("auth/login/factor", answer);
  expect([again.status, again.error?.code]).toEqual([400, "CHALLENGE_INVALID"]);
  expect(again.headers.get("www-authenticate")).toBeNull();
  const me = await server.get("auth/me", { token: String(done.data["token"]) });
  expect(me.status).toBe(200);
});

test("changes of proof and keys need a step-up in an account with a factor, and in no other", async () => {
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const server = await runTestServer({}, { clock });
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const key = await makeKey(server, ada.token, ["admin"]);
  const app = await addTotp(server, ada.token);
  const newPassword = "staple correct horse";
  const changes = (token: string, keyId: string): Promise<Answer>[] => [
    server.post("auth/api-keys", { name: "k", permissions: ["read"] }, { token }),
    server.delete(`auth/api-keys/${keyId}`, { token }),
    server.post("auth/factors/totp", undefined, { token }),
    server.delete("auth/factors/x", { token }),
    server.post("auth/email", { email: "c@example.com", currentPassword: "x" }, { token }),
    server.post("auth/password", { currentPassword: "x", newPassword }, { token }),
    server.post("auth/device/approve", { userCode: "WDJB-MJHT" }, { token }),
    server.post("auth/passkeys/options", undefined, { token }),
    server.delete("auth/me", { token, body: { password: "x" } }),
  ];
  const statuses = async (token: string, keyId: string): Promise<readonly unknown[]> =>
    (await Promise.all(changes(token, keyId))).map(({ status, error }) => error?.code ?? status);
  const asked = await statuses(ada.token, key.id);
  expect(asked).toEqual(asked.map(() => "STEP_UP_REQUIRED"));
  // A key is a program's, and no program has a phone.
  await makeKey(
    { ...server, post: (path, body) => server.post(path, body, { key: key.key }) },
    "",
    ["read"],
  );

  const refused = await server.post("auth/factors/totp", undefined, { token: ada.token });
  expect(refused.status).toBe(403);
  const body = { challenge: challengeIn(refused).challenge, code: await app.codeOf(1) };
  const foreign = await server.post("auth/step-up", body, { token: bob.token });
  expect([foreign.status, foreign.error?.code]).toEqual([400, "CHALLENGE_INVALID"]);
  const stepped = await server.post("auth/step-up", body, { token: ada.token });
  expect([stepped.status, stepped.data]).toEqual([200, {}]);
  expect(await statuses(ada.token, key.id)).toEqual([
    201,
    200,
    201,
    "NOT_FOUND",
    "INVALID_CREDENTIALS",
    "INVALID_CREDENTIALS",
    "NOT_FOUND",
    "PASSKEYS_UNAVAILABLE",
    "INVALID_CREDENTIALS",
  ]);
  await clock.advance(10 * 60_000);
  expect(new Set(await statuses(ada.token, key.id))).toEqual(new Set(["STEP_UP_REQUIRED"]));
  expect(await statuses(bob.token, key.id)).not.toContain("STEP_UP_REQUIRED");
});

test("a factor is another's to nobody", async () => {
  const server = await runTestServer();
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const app = await addTotp(server, ada.token);
  const removed = await server.delete(`auth/factors/${app.id}`, { token: bob.token });
  expect([removed.status, removed.error?.code]).toEqual([404, "NOT_FOUND"]);
  const list = await server.get<object[]>("auth/factors", { token: ada.token });
  expect(list.data).toEqual([
    {
      id: app.id,
      kind: "totp",
      name: null,
      createdAt: "2026-01-15T00:00:00.000Z",
      lastUsedAt: null,
      recoveryCodes: 10,
    },
  ]);
  expect((await server.get("auth/factors", { token: bob.token })).data).toEqual([]);
});

test("secrets, codes and challenges cannot be read from the store, the log or the audit trail", async () => {
  const folder = await tempFolder();
  const { logger, lines } = collectingLogger();
  const operator = "an-operator-key-of-the-tests";
  const server = await runTestServer(
    {
      DATA_DIR: folder,
      AUTH_STORE_URL: `sqlite:${join(folder, "auth.db")}`,
      AUTH_OPERATOR_KEY: operator,
    },
    { logger },
  );
  const ada = await signUp(server);
  const app = await addTotp(server, ada.token);
  const { challenge } = challengeIn(await login(server, ada.email));
  const code = app.recoveryCodes[0] ?? "";
  expect((await server.post("auth/login/factor", { challenge, code })).status).toBe(200);
  const trail = await server.get("audit?limit=100", { key: operator });
  for (const action of ["factor.added", "factor.recovery_code_used"]) {
    expect(trail.text).toContain(action);
  }
  const files = await readdir(folder);
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
  for (const secret of [challenge, ...app.recoveryCodes, code.replaceAll("-", "")]) {
    expect(JSON.stringify(lines) + trail.text).not.toContain(secret);
    expect(contents.some((content) => content.includes(secret))).toBe(false);
  }
});

test("the client answers a challenge and keeps the login", async () => {
  const server = await runTestServer();
  const ada = await signUp(server);
  const app = await addTotp(server, ada.token);
  const client = createAuthClient({ baseUrl: server.url });
  const refused: unknown = await client
    .login({ body: { email: ada.email, password: PASSWORD } })
    .catch((error: unknown) => error);
  if (!client.login.isProblem(refused)) throw refused;
  const challenge = String(refused.details?.["challenge"]);
  await client.loginWithFactor({ body: { challenge, code: await app.codeOf(1) } });
  expect((await client.me()).user.email).toBe(ada.email);
});
