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
import { authEnvironment } from "../src/environment.ts";
import { PASSWORD, signUp, type Answer, type Calls } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { openIdProvider, type OpenIdProviderServer } from "./support/openid-provider.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 60_000 });

interface Running {
  readonly server: TestServer;
  readonly provider: OpenIdProviderServer;
}

async function running(more: Readonly<Record<string, string>> = {}): Promise<Running> {
  const provider = await openIdProvider([CALLBACK]);
  const variables = { OIDC_PROVIDERS: provider.settings, PUBLIC_URL: PAGE, ...more };
  return { provider, server: await runTestServer(variables) };
}

const login = (server: Calls, code: string, more = {}): Promise<Answer> =>
  server.post("auth/oidc/login", { code, verifier: VERIFIER, ...more });

const statusOf = ({ status, error }: Answer): readonly unknown[] => [status, error?.code];

describe("a sign-in with a provider", () => {
  test("opens an account and then logs in to it, without a cookie and whatever host is named", async () => {
    const { server, provider } = await running({ ALLOWED_HOSTS: "evil.example" });
    expect((await server.get("auth/oidc")).data).toEqual([{ name: "acme", label: "Acme" }]);
    const evil = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const begun = await start(server, evil);
    expect(begun.status).toBe(302);
    expect(begun.headers.getSetCookie()).toEqual([]);
    const to = new URL(begun.headers.get("location") ?? "");
    expect(to.origin).toBe(provider.issuer);
    expect(to.searchParams.get("redirect_uri")).toBe(CALLBACK);
    expect(to.searchParams.get("code_challenge_method")).toBe("S256");

    const first = await login(server, codeIn(await landing(server)));
    expect(first.status, first.text).toBe(200);
    expect(Object.keys(first.data)).toEqual(["token", "refreshToken", "expiresIn"]);
    const token = String(first.data["token"]);
    const me = await server.get<{ user: { id: string; email: string } }>("auth/me", { token });
    expect(me.data.user.email).toBe("ada@example.com");
    expect((await server.get("auth/email", { token })).data["verifiedAt"]).not.toBe(null);

    const again = await login(server, codeIn(await landing(server)));
    const same = await server.get<typeof me.data>("auth/me", {
      token: String(again.data["token"]),
    });
    expect(same.data.user.id).toBe(me.data.user.id);
    const copy = await server.get("auth/me/export", { token });
    expect(copy.data["identities"]).toMatchObject([{ provider: "acme", issuer: provider.issuer }]);
  });

  test("keeps its tokens in a cookie where the page asks for that", async () => {
    const { server } = await running({ COOKIE_SESSIONS: "yes" });
    const code = codeIn(await landing(server));
    const headers = { origin: server.url };
    const body = { code, verifier: VERIFIER, session: "cookie" };
    const answer = await server.post("auth/oidc/login", body, { headers });
    expect(answer.headers.get("set-cookie")).toContain("__Host-bourse-auth=");
    expect(answer.data["token"]).toMatch(/^cs_/);
  });

  test("that the person refuses ends at the own page", async () => {
    const { server, provider } = await running();
    provider.refuses = true;
    expect(await landing(server)).toBe(`${PAGE}/#sign-in-failed=ACCESS_DENIED`);
  });

  test("ends at the own page while the provider is away, and the server starts without it", async () => {
    const away = JSON.stringify([
      { name: "acme", issuer: "http://127.0.0.1:9", clientId: "id", clientSecret: "a-secret" },
    ]);
    const server = await runTestServer({ OIDC_PROVIDERS: away, PUBLIC_URL: PAGE });
    const answer = await start(server);
    expect(answer.headers.get("location")).toBe(`${PAGE}/#sign-in-failed=PROVIDER_UNAVAILABLE`);
  });
});

describe("an attacker", () => {
  test("gets nothing by the code of another page, and a page nothing by an attacker's code", async () => {
    const { server } = await running();
    const code = codeIn(await landing(server));
    const other = { code, verifier: "x".repeat(43) };
    expect(statusOf(await server.post("auth/oidc/login", other))).toEqual([
      400,
      "OIDC_CODE_INVALID",
    ]);
    expect(statusOf(await server.post("auth/oidc/login", { code }))).toEqual([
      400,
      "VALIDATION_ERROR",
    ]);
    expect((await login(server, code)).status).toBe(200);
    expect(statusOf(await login(server, code))).toEqual([400, "OIDC_CODE_INVALID"]);
  });

  test("cannot replay an answer, nor make one up, nor lead the browser elsewhere", async () => {
    const { server } = await running();
    const search = await back(server);
    const callback = `auth/oidc/acme/callback${search}`;
    const evil = `&next=https://evil.example&redirect_uri=https://evil.example`;
    const first = await visit(server, callback + evil, { host: "evil.example" });
    expect(first.headers.get("location")).toMatch(/^https:\/\/accounts\.example\/#signed-in=oc_/);
    for (const path of [callback, "auth/oidc/acme/callback?code=a&state=b", `${callback}&x=%00`]) {
      const answer = await visit(server, path);
      expect(answer.headers.get("location")).toBe(`${PAGE}/#sign-in-failed=SIGN_IN_EXPIRED`);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("with the verified address of an account does not get the account (takeover by linking)", async () => {
    const { server } = await running();
    const ada = await signUp(server, "ada@example.com");
    const refused = await login(server, codeIn(await landing(server)));
    expect(statusOf(refused)).toEqual([409, "EMAIL_TAKEN"]);
    const code = codeIn(await landing(server));
    const body = { code, verifier: VERIFIER };
    const call = { token: ada.token };
    expect((await server.post("auth/oidc/identities", body)).status).toBe(401);
    const linked = await server.post("auth/oidc/identities", body, call);
    expect(linked.status, linked.text).toBe(201);
    expect((await login(server, codeIn(await landing(server)))).status).toBe(200);
    const list = await server.get<{ id: string }[]>("auth/oidc/identities", call);
    expect(list.data).toEqual([expect.objectContaining({ id: linked.data["id"] })]);
    const eve = await signUp(server, "eve@example.com");
    const path = `auth/oidc/identities/${list.data[0]?.id}`;
    expect(statusOf(await server.delete(path, { token: eve.token }))).toEqual([404, "NOT_FOUND"]);
    expect((await server.delete(path, call)).status).toBe(200);
    const { status } = await server.post("auth/login", { email: ada.email, password: PASSWORD });
    expect(status).toBe(200);
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
      const { token } = await signUp(server);
      const body = { code: "oc_x", verifier: VERIFIER };
      for (const answer of [
        await server.get(`auth/oidc/acme/start?challenge=${CHALLENGE}`),
        await server.get("auth/oidc/acme/callback?code=a&state=b"),
        await login(server, "oc_x"),
        await server.post("auth/oidc/identities", body, { token }),
      ]) {
        expect(statusOf(answer)).toEqual([501, "OIDC_UNAVAILABLE"]);
        expect(answer.error?.message).toContain(missing);
      }
      expect((await server.get("auth/oidc/identities", { token })).data).toEqual([]);
    }
  });

  test("with a fault stop the start by a sentence, and no secret reaches a log or the audit trail", async () => {
    const faulty = '[{"name":"acme","clientSecret":"a-secret-of-acme"}]';
    const refused = runTestServer({ OIDC_PROVIDERS: faulty, PUBLIC_URL: PAGE });
    await expect(refused).rejects.toThrow(/OIDC_PROVIDERS: .*acme|issuer: expected/);
    await expect(refused).rejects.not.toThrow(/a-secret-of-acme/);

    const provider = await openIdProvider([CALLBACK]);
    const { logger, lines } = collectingLogger();
    const folder = await tempFolder();
    const operator = "an-operator-key-of-the-tests";
    const variables = {
      DATA_DIR: folder,
      OIDC_PROVIDERS: provider.settings,
      PUBLIC_URL: PAGE,
      AUTH_OPERATOR_KEY: operator,
    };
    const server = await runTestServer(variables, { logger });
    const search = await back(server);
    await visit(server, `auth/oidc/acme/callback${search}`);
    const { text } = await server.get("audit?limit=100", { key: operator });
    const code = new URLSearchParams(search).get("code") ?? "none";
    for (const secret of ["secret-of-bourse-at-the-provider", code]) {
      expect(JSON.stringify(lines)).not.toContain(secret);
      expect(text).not.toContain(secret);
    }
  });

  test("answer an unknown provider with 404, and a start without a challenge with 400", async () => {
    const { server } = await running();
    const challenge = `challenge=${CHALLENGE}`;
    expect(statusOf(await server.get(`auth/oidc/other/start?${challenge}`))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    expect(statusOf(await server.get("auth/oidc/acme/start"))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("are masked where a configuration is shown, as JSON and as the path of a file", async () => {
    const json = '[{"name":"acme","clientSecret":"a-secret-of-acme"}]';
    for (const OIDC_PROVIDERS of [json, ` ${json}`, "/etc/bourse/providers.json"]) {
      const config = readEnvironment(authEnvironment, { OIDC_PROVIDERS });
      expect(describeEnvironment(authEnvironment, config)["OIDC_PROVIDERS"]).toBe("***");
    }
  });
});
