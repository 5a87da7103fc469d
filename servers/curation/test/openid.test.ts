/** Sign-in with an OpenID provider, over HTTP and with a provider by another hand. */
import { describeEnvironment, readEnvironment } from "@bourse/http";
import { describe, expect, test, vi } from "vitest";

import {
  back,
  CALLBACK,
  CHALLENGE,
  codeIn,
  landing,
  PAGE,
  start,
  VERIFIER,
  visit,
} from "../../../test/support/openid-browser.ts";
import { collectingLogger } from "../../auth/test/support/collecting-logger.ts";
import {
  openIdProvider,
  type OpenIdProviderServer,
} from "../../auth/test/support/openid-provider.ts";
import { curationEnvironment } from "../src/environment.ts";
import type { Answer, Fields } from "./support/calls.ts";
import { ADMIN_EMAIL } from "./support/people.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

vi.setConfig({ testTimeout: 60_000 });

const ADA = { wallet_address: `0x${"a".repeat(40)}`, username: "ada" };

interface Running {
  readonly server: TestServer;
  readonly provider: OpenIdProviderServer;
}

async function running(more: Readonly<Record<string, string>> = {}): Promise<Running> {
  const provider = await openIdProvider([CALLBACK]);
  const variables = { OIDC_PROVIDERS: provider.settings, PUBLIC_URL: PAGE, ...more };
  return { provider, server: await runTestServer(variables) };
}

const login = (server: TestServer, code: string, more = {}): Promise<Answer<Fields>> =>
  server.post("auth/oidc/login", undefined, { code, verifier: VERIFIER, ...more });

/** The sign-in of a registration, as a login refuses an unknown person with it. */
async function unknown(server: TestServer): Promise<{ code: string; verifier: string }> {
  const refused = await login(server, codeIn(await landing(server)));
  expect(codeOf(refused)).toEqual([401, "OIDC_REGISTRATION_REQUIRED"]);
  expect(Object.keys(refused.data)).toEqual(["detail", "code", "registration"]);
  return { code: String(refused.data["registration"]), verifier: VERIFIER };
}

const codeOf = ({ status, headers }: Answer<unknown>): readonly unknown[] => [
  status,
  headers.get("x-error-code"),
];

test("a person signs in, chooses a name and a wallet, and has the same account from then on", async () => {
  const { server, provider } = await running();
  provider.person = { subject: "ada", claims: { email: ADMIN_EMAIL, email_verified: true } };
  expect((await server.get("auth/oidc")).data).toEqual([{ name: "acme", label: "Acme" }]);
  const begun = await start(server, { "x-forwarded-host": "evil.example" });
  expect(begun.headers.getSetCookie()).toEqual([]);
  const to = new URL(begun.headers.get("location") ?? "");
  expect([to.origin, to.searchParams.get("redirect_uri")]).toEqual([provider.issuer, CALLBACK]);

  const oidc = await unknown(server);
  const joined = await server.post("auth/register", undefined, { ...ADA, oidc });
  expect(joined.status, joined.text).toBe(201);
  expect(joined.data["user"]).toMatchObject({ username: "ada", email: null, roles: [] });
  const token = String(joined.data["access_token"]);
  const again = await login(server, codeIn(await landing(server)));
  expect(again.status, again.text).toBe(200);
  expect(again.data["user"]).toMatchObject({ id: (joined.data["user"] as Fields)["id"] });

  const [own] = (await server.get<Fields[]>("auth/oidc/identities", token)).data;
  expect(own).toMatchObject({ provider: "acme", issuer: provider.issuer, email: ADMIN_EMAIL });
  expect((await server.get("auth/me/export", token)).data["identities"]).toEqual([own]);
  const last = await server.call("DELETE", `auth/oidc/identities/${String(own?.["id"])}`, {
    token,
  });
  expect(codeOf(last)).toEqual([409, "STATE_CONFLICT"]);
});

test("a page that asks for it keeps the tokens in a cookie", async () => {
  const { server } = await running({ COOKIE_SESSIONS: "yes" });
  const oidc = await unknown(server);
  const options = { headers: { origin: server.url } };
  const registration = { ...ADA, oidc, session: "cookie" };
  const joined = await server.call("POST", "auth/register", { body: registration, ...options });
  expect(joined.headers.get("set-cookie")).toContain("__Host-bourse-curation=");
  const body = { code: codeIn(await landing(server)), verifier: VERIFIER, session: "cookie" };
  const answer = await server.call("POST", "auth/oidc/login", { body, ...options });
  expect(answer.headers.get("set-cookie")).toContain("__Host-bourse-curation=");
  expect(answer.data["access_token"]).toMatch(/^cs_/);
});

describe("an attacker", () => {
  test("gets nothing by the code of another page, replays no answer, and leads no browser elsewhere", async () => {
    const { server } = await running();
    const code = codeIn(await landing(server));
    const stolen = await login(server, code, { verifier: "x".repeat(43) });
    expect(codeOf(stolen)).toEqual([400, "OIDC_CODE_INVALID"]);
    const oidc = await unknown(server);
    const foreign = { ...ADA, oidc: { ...oidc, verifier: "x".repeat(43) } };
    const taken = await server.post("auth/register", undefined, foreign);
    expect(codeOf(taken)).toEqual([400, "OIDC_CODE_INVALID"]);

    const callback = `auth/oidc/acme/callback${await back(server)}`;
    const evil = `${callback}&next=https://evil.example&redirect_uri=https://evil.example`;
    const first = await visit(server, evil, { host: "evil.example" });
    expect(first.headers.get("location")).toMatch(/^https:\/\/accounts\.example\/#signed-in=oc_/);
    for (const path of [callback, "auth/oidc/acme/callback?code=a&state=b"]) {
      const answer = await visit(server, path);
      expect(answer.headers.get("location")).toBe(`${PAGE}/#sign-in-failed=SIGN_IN_EXPIRED`);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("with the verified address of an account does not get the account: its owner links", async () => {
    const { server } = await running();
    const password = "correct horse battery";
    const owner = { ...ADA, email: "ada@example.com", password };
    const ada = await server.post("auth/register", undefined, owner);
    await unknown(server);
    const token = String(ada.data["access_token"]);
    const body = { code: codeIn(await landing(server)), verifier: VERIFIER };
    expect((await server.post("auth/oidc/identities", undefined, body)).status).toBe(401);
    const linked = await server.post("auth/oidc/identities", token, body);
    expect(linked.status, linked.text).toBe(201);
    const signedIn = await login(server, codeIn(await landing(server)));
    expect(signedIn.data["user"]).toMatchObject({ username: "ada" });
    const eve = { wallet_address: `0x${"e".repeat(40)}`, username: "eve" };
    const other = (await server.post("auth/register", undefined, eve)).data["access_token"];
    const path = `auth/oidc/identities/${String(linked.data["id"])}`;
    const stolen = await server.call("DELETE", path, { token: String(other) });
    expect(codeOf(stolen)).toEqual([404, "NOT_FOUND"]);
    expect((await server.call("DELETE", path, { token })).status).toBe(200);
  });
});

describe("the settings of providers", () => {
  test("that are missing are named by 501, and the list is empty", async () => {
    const provider = await openIdProvider([CALLBACK]);
    for (const [variables, missing] of [
      [{}, "OIDC_PROVIDERS"],
      [{ OIDC_PROVIDERS: provider.settings }, "PUBLIC_URL"],
    ] as const) {
      const server = await runTestServer(variables);
      expect((await server.get("auth/oidc")).data).toEqual([]);
      const begun = await server.get<Fields>(`auth/oidc/acme/start?challenge=${CHALLENGE}`);
      for (const answer of [
        begun,
        await server.get("auth/oidc/acme/callback?code=a&state=b"),
        await login(server, "oc_x"),
        await server.post("auth/register", undefined, {
          ...ADA,
          oidc: { code: "or_x", verifier: VERIFIER },
        }),
      ]) {
        expect(codeOf(answer)).toEqual([501, "OIDC_UNAVAILABLE"]);
        expect(answer.data["detail"]).toContain(missing);
      }
    }
  });

  test("with a fault stop the start by a sentence, and no secret reaches a log", async () => {
    const faulty = '[{"name":"acme","clientSecret":"a-secret-of-acme"}]';
    const refused = runTestServer({ OIDC_PROVIDERS: faulty, PUBLIC_URL: PAGE });
    await expect(refused).rejects.toThrow(/OIDC_PROVIDERS: .*acme|issuer: expected/);
    await expect(refused).rejects.not.toThrow(/a-secret-of-acme/);

    const provider = await openIdProvider([CALLBACK]);
    const { logger, lines } = collectingLogger();
    const variables = { OIDC_PROVIDERS: provider.settings, PUBLIC_URL: PAGE };
    const server = await runTestServer(variables, logger);
    const search = await back(server);
    await visit(server, `auth/oidc/acme/callback${search}`);
    const code = new URLSearchParams(search).get("code") ?? "none";
    for (const secret of ["secret-of-bourse-at-the-provider", code]) {
      expect(JSON.stringify(lines)).not.toContain(secret);
    }
  });

  test("answer an unknown provider with 404, and a start without a challenge with 422", async () => {
    const { server } = await running();
    const other = await server.get(`auth/oidc/other/start?challenge=${CHALLENGE}`);
    expect(codeOf(other)).toEqual([404, "NOT_FOUND"]);
    const bare = await server.get<Fields>("auth/oidc/acme/start");
    expect(codeOf(bare)).toEqual([422, "VALIDATION_ERROR"]);
    expect(bare.data["detail"]).toMatchObject([{ loc: ["query", "challenge"] }]);
  });

  test("are masked where a configuration is shown, as JSON and as the path of a file", async () => {
    const json = '[{"name":"acme","clientSecret":"a-secret-of-acme"}]';
    for (const OIDC_PROVIDERS of [json, ` ${json}`, "/etc/bourse/providers.json"]) {
      const config = readEnvironment(curationEnvironment, { OIDC_PROVIDERS });
      expect(describeEnvironment(curationEnvironment, config)["OIDC_PROVIDERS"]).toBe("***");
    }
  });
});
