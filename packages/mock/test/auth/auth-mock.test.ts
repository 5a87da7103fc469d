import { iterate } from "@bourse/client";
import { createAuthClient, type AuthClient } from "@bourse/client/auth";
import { authAnswers } from "@bourse/client/auth/validation";
import { setupServer } from "msw/node";
import { describe, expect, onTestFinished, test } from "vitest";

import { createAuthMock, type AuthMock, type AuthMockOptions } from "../../src/auth/index.ts";

const ADA = { body: { email: "ada@example.com", password: "correct horse battery" } };

async function start(
  options?: AuthMockOptions,
): Promise<{ readonly mock: AuthMock; readonly client: AuthClient }> {
  const mock = await createAuthMock(options);
  onTestFinished(() => mock.close());
  return { mock, client: clientOf(mock) };
}

function clientOf({ baseUrl, fetch, clock }: AuthMock, apiKey?: string): AuthClient {
  return createAuthClient({
    validateAnswers: authAnswers,
    baseUrl,
    fetch,
    clock: { now: () => clock.now(), sleep: clock.sleep.bind(clock) },
    retry: false,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}

describe("the auth mock", () => {
  test("registers, logs in and guards, by the service's own rules", async () => {
    const { client } = await start();
    await client.register(ADA);
    await expect(client.register(ADA)).rejects.toMatchObject({ code: "EMAIL_TAKEN", status: 409 });
    expect(await client.me()).toMatchObject({ user: { email: "ada@example.com" }, method: "jwt" });
    const weak = { body: { email: "b@b.co", password: "password" } };
    await expect(client.register(weak)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("replaces the client's refresh token, and ends the session where the old one is used later", async () => {
    const { mock, client } = await start();
    const { refreshToken: stolen } = await client.register(ADA);
    await mock.clock.advance(906_000);
    await client.me();
    expect((await client.tokens.load())?.refreshToken).not.toBe(stolen);
    await mock.clock.advance(31_000);
    const thief = clientOf(mock).refresh({ body: { refreshToken: stolen } });
    await expect(thief).rejects.toMatchObject({ code: "INVALID_TOKEN", status: 401 });
    await expect(client.me()).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    expect(await client.tokens.load()).toBeUndefined();
  });

  test("sends a forgotten password's link, which opens the account once", async () => {
    const { mock, client } = await start();
    await client.register(ADA);
    await client.forgotPassword({ body: { email: "nobody@example.com" } });
    await client.forgotPassword({ body: { email: ADA.body.email } });
    const mails = await mock.mails();
    expect(mails.map(({ to }) => to)).toEqual([ADA.body.email]);
    const token = /#reset-password=(\S+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    const chosen = { token, password: "staple correct horse" };
    await client.resetPassword({ body: chosen });
    await expect(client.resetPassword({ body: chosen })).rejects.toMatchObject({
      code: "LINK_INVALID",
      status: 400,
    });
    await client.login({ body: { email: ADA.body.email, password: chosen.password } });
    expect((await client.emailState()).verifiedAt).toMatch(/^2026-01-01T00:00:00/);
    await client.requestEmailVerification();
    // Beside it is the notice of the new password, of the same instant.
    const told = (await mock.mails()).map(({ text }) => text).join("\n");
    const proof = /#verify-email=(\S+)/.exec(told)?.[1] ?? "";
    await client.verifyEmail({ body: { token: proof } });
    expect((await client.emailState()).verifiedAt).toMatch(/^2026-01-01T00:00:00/);
    await mock.reset();
    expect(await mock.mails()).toEqual([]);
  });

  test("delivers webhooks, and a reset forgets them", async () => {
    const mock = await createAuthMock();
    const { user } = await mock.core().accounts.register(ADA.body);
    await mock.core().webhooks.create(user.id, { url: "https://hooks.example", events: ["*"] });
    await mock.core().keys.create(user.id, { name: "ci", permissions: ["read"] });
    const [request] = await mock.webhooks();
    expect(request).toMatchObject({ url: "https://hooks.example/" });
    expect(request?.body).toContain("api_key.created");
    await mock.reset();
    expect(await mock.webhooks()).toEqual([]);
  });

  test("deletes an account after a week, and the client tells of it until then", async () => {
    const { mock, client } = await start();
    await client.register(ADA);
    const { email, password } = ADA.body;
    const { deletesAt } = await client.deleteAccount({ body: { password } });
    expect(deletesAt).toBe("2026-01-08T00:00:00.000Z");
    await client.login({ body: { email, password } });
    expect((await client.me()).deletesAt).toBe(deletesAt);
    await client.cancelDeletion();
    expect((await client.me()).deletesAt).toBeUndefined();
    expect((await client.exportAccount()).profile).toMatchObject({ email });
    await client.deleteAccount({ body: { password } });
    await mock.clock.advance(7 * 86_400_000);
    await mock.core().maintain();
    const late = client.login({ body: { email, password } });
    await expect(late).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    const subjects = (await mock.mails()).map(({ subject }) => subject);
    expect(subjects.at(-1)).toBe("Your account of Bourse was deleted");
  });

  test("ends access tokens as time goes by, and the client refreshes them", async () => {
    const { mock, client } = await start();
    await client.register(ADA);
    await mock.clock.advance(906_000);
    expect(await client.me()).toMatchObject({ method: "jwt" });
    expect(mock.calls().map(({ key, status }) => `${key} ${status}`)).toEqual([
      "register 201",
      "refresh 200",
      "me 200",
    ]);
    await mock.clock.advance(871_000);
    await Promise.all([client.me(), client.me(), client.me()]);
    expect(mock.calls("refresh")).toHaveLength(2);
    expect(
      mock
        .calls("me")
        .slice(-3)
        .every(({ status }) => status === 200),
    ).toBe(true);
  });

  test("lists page after page, as the client walks them", async () => {
    const { mock, client } = await start();
    await client.register(ADA);
    const made: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      await mock.clock.advance(1);
      made.unshift((await client.createDeployment({ body: { name, chains: ["base"] } })).id);
    }
    const found: string[] = [];
    for await (const { id } of iterate(client.listDeployments, { query: { limit: 2 } })) {
      found.push(id);
    }
    expect(found).toEqual(made);
    expect(mock.calls("listDeployments")).toHaveLength(3);
  });

  test("gives the same ids for the same seed, and others for another", async () => {
    const idOf = async (seed: number): Promise<string> => {
      const { client } = await start({ seed });
      return (await client.register(ADA)).user.id;
    };
    expect(await idOf(7)).toBe(await idOf(7));
    expect(await idOf(7)).not.toBe(await idOf(8));
  });

  test("begins again at reset: accounts, faults, calls and ids", async () => {
    const { mock, client } = await start();
    const { user } = await client.register(ADA);
    mock.fault("me", { status: 500 });
    await mock.reset();
    await expect(client.me()).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    expect(mock.calls().map(({ key }) => key)).toEqual(["me", "refresh"]);
    expect((await client.register(ADA)).user).toEqual(user);
  });

  test("makes faults: a refused refresh logs the client out", async () => {
    const { mock, client } = await start();
    await client.register(ADA);
    await mock.clock.advance(906_000);
    mock.fault("refresh", { status: 401, code: "INVALID_TOKEN", times: 1 });
    await expect(client.me()).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(await client.tokens.load()).toBeUndefined();
  });

  test("stands under another prefix, and shows its key set and health to msw", async () => {
    const { mock } = await start({ prefix: "/v9", baseUrl: "http://auth.local/" });
    const network = setupServer(...mock.handlers);
    network.listen();
    onTestFinished(() => network.close());
    const client = createAuthClient({ baseUrl: "http://auth.local", prefix: "/v9" });
    await client.register(ADA);
    expect(await client.me()).toMatchObject({ user: { name: "" } });
    const keys = await fetch("http://auth.local/.well-known/jwks.json");
    expect(await keys.json()).toMatchObject({ keys: [{ alg: "ES256" }, { alg: "ES256" }] });
    const health = await fetch("http://auth.local/health");
    expect(await health.json()).toMatchObject({ service: "bourse-auth-mock", status: "ok" });
  });
});

describe("a scenario", () => {
  test("account: Ada is logged in, and nothing was called yet", async () => {
    const { mock, client } = await start();
    const ada = await mock.scenario("account");
    expect(mock.calls()).toEqual([]);
    await client.tokens.save({ ...ada, renewAt: mock.clock.now() + 60_000 });
    expect(await client.me()).toMatchObject({ user: { id: ada.id, email: ada.email } });
  });

  test("keys: one lives, one has expired, one is revoked", async () => {
    const { mock } = await start();
    const { keys } = await mock.scenario("keys");
    const codes = Object.entries(keys).map(async ([name, key]) => {
      const answer = await clientOf(mock, key).listDeployments.safe();
      return [name, answer.ok ? "ok" : answer.error.code];
    });
    expect(Object.fromEntries(await Promise.all(codes))).toEqual({
      living: "ok",
      expired: "INVALID_API_KEY",
      revoked: "INVALID_API_KEY",
    });
  });

  test("records: a deployment and a transaction in each status", async () => {
    const { mock, client } = await start();
    const { email, password, records } = await mock.scenario("records");
    await client.login({ body: { email, password } });
    for (const [status, id] of Object.entries(records.deployments)) {
      expect(await client.getDeployment({ params: { id } })).toMatchObject({ status });
    }
    for (const [status, hash] of Object.entries(records.transactions)) {
      expect(await client.getTransaction({ params: { hash } })).toMatchObject({ status });
    }
    expect(Object.keys(records.deployments)).toEqual(Object.keys(records.transactions));
    expect(Object.keys(records.deployments)).toHaveLength(4);
    expect((await mock.scenario("account")).records).toBeNull();
  });

  test("blocked: the right password is refused too, until the time that is told", async () => {
    const { mock, client } = await start();
    const { email, password } = await mock.scenario("blocked");
    const login = client.login.safe({ body: { email, password } });
    expect(await login).toMatchObject({
      error: { code: "RATE_LIMITED", retryAfterSeconds: 900 },
    });
    await mock.clock.advance(900_000);
    expect(await client.login({ body: { email, password } })).toMatchObject({ expiresIn: 900 });
  });

  test("disabled: the account has no access of any kind", async () => {
    const { mock, client } = await start();
    const ada = await mock.scenario("disabled");
    const { email, password } = ada;
    await client.tokens.save({ ...ada, renewAt: mock.clock.now() + 60_000 });
    await expect(client.me()).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    await expect(client.login({ body: { email, password } })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
  });
});
