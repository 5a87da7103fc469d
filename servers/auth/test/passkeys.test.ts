/** Passkeys of the server: of the site of PUBLIC_URL, whatever host a request names. */
import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createAuthClient } from "../../../packages/client/src/auth/index.ts";
import {
  createAuthenticator,
  type CreationOptions,
  type RequestOptions,
} from "../../../packages/conformance/src/factors/authenticator.ts";
import { type Answer, type Calls, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const ORIGIN = "https://accounts.example";
const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
const serve = (more: Record<string, string> = {}): ReturnType<typeof runTestServer> =>
  runTestServer({ PUBLIC_URL: `${ORIGIN}/console`, ...more }, { clock });

async function addPasskey(server: Calls, token: string) {
  const options = await server.post<CreationOptions>("auth/passkeys/options", undefined, { token });
  const device = createAuthenticator(ORIGIN);
  const body = { credential: device.create(options.data) };
  const added = await server.post("auth/passkeys", body, { token });
  expect(added.status, added.text).toBe(201);
  return device;
}

async function begin(server: Calls, headers?: Record<string, string>): Promise<RequestOptions> {
  const options = headers === undefined ? {} : { headers };
  return (await server.post<RequestOptions>("auth/passkeys/login/options", {}, options)).data;
}

const codeOf = ({ status, error }: Answer): readonly unknown[] => [status, error?.code];

test("the site of passkeys is that of PUBLIC_URL, whatever host and origin a request names", async () => {
  const server = await serve();
  const { token } = await signUp(server);
  const device = await addPasskey(server, token);
  const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
  const options = await begin(server, headers);
  expect(options.rpId).toBe("accounts.example");
  for (const origin of [server.url, "https://evil.example", "http://accounts.example"]) {
    const body = { credential: device.use(options, { origin, counter: 0 }) };
    expect(codeOf(await server.post("auth/passkeys/login", body))).toEqual([
      401,
      "INVALID_CREDENTIALS",
    ]);
  }
  const done = await server.post("auth/passkeys/login", { credential: device.use(options) });
  expect(Object.keys(done.data)).toEqual(["token", "refreshToken", "expiresIn"]);
  const health = await (await fetch(`${server.url}/health`)).json();
  expect(health).toMatchObject({ passkeys: true });
});

test("a login by a passkey may be kept in a cookie, as every login may", async () => {
  const server = await serve({ COOKIE_SESSIONS: "yes" });
  const { token } = await signUp(server);
  const device = await addPasskey(server, token);
  const body = { credential: device.use(await begin(server)), session: "cookie" };
  const foreign = { headers: { origin: "https://evil.example" } };
  expect((await server.post("auth/passkeys/login", body, foreign)).status).toBe(403);
  const own = { headers: { origin: server.url } };
  const done = await server.post("auth/passkeys/login", body, own);
  expect(done.status, done.text).toBe(200);
  expect(done.headers.get("set-cookie")).toMatch(/^__Host-bourse-auth=.*HttpOnly/);
  expect(done.data["token"]).toMatch(/^cs_/);
});

test("the client keeps the login of a passkey", async () => {
  const server = await serve();
  const { token } = await signUp(server);
  const device = await addPasskey(server, token);
  const auth = createAuthClient({ baseUrl: server.url, prefix: "/api/v1" });
  const credential = device.use(await auth.beginPasskeyLogin({ body: {} }));
  await auth.loginWithPasskey({ body: { credential } });
  expect((await auth.listFactors()).map(({ kind }) => kind)).toEqual(["passkey"]);
});

test("a server without PUBLIC_URL, or with an address in it, says so and tells nothing of passkeys at /health", async () => {
  for (const [variables, missing] of [
    [{}, "set PUBLIC_URL"],
    [{ PUBLIC_URL: "http://127.0.0.1:3000" }, "set PUBLIC_URL to a name"],
  ] as const) {
    const server = await runTestServer(variables, { clock });
    const { token } = await signUp(server);
    for (const [path, body] of [
      ["auth/passkeys/options", undefined],
      ["auth/passkeys/login/options", {}],
    ] as const) {
      const refused = await server.post(path, body, { token });
      expect(codeOf(refused)).toEqual([501, "PASSKEYS_UNAVAILABLE"]);
      expect(refused.error?.message).toContain(missing);
    }
    const health = await (await fetch(`${server.url}/health`)).json();
    expect(health).not.toHaveProperty("passkeys");
  }
});

test("a passkey leaves rows in the audit trail, also where it is refused", async () => {
  const server = await serve();
  const { token } = await signUp(server);
  const device = await addPasskey(server, token);
  await server.post("auth/passkeys/login", {
    credential: device.use(await begin(server), { rpId: "evil.example" }),
  });
  await server.post("auth/passkeys/login", { credential: device.use(await begin(server)) });
  type Row = { readonly action: string; readonly outcome: string };
  const { data } = await server.get<Row[]>("audit", { token });
  const rows = data.map(({ action, outcome }) => `${action} ${outcome}`);
  expect(rows).toEqual(expect.arrayContaining(["factor.added ok", "factor refused", "login ok"]));
});
