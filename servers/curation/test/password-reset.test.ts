import { readFile, stat } from "node:fs/promises";
import { join as joinPath } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { mailServer, type MailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import type { Answer, Calls, Fields } from "./support/calls.ts";
import { join } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

vi.setConfig({ testTimeout: 60_000 });

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "staple correct horse";
const EMAIL = "ada@example.com";

const bySmtp = (smtp: Pick<MailServer, "url">, more: object = {}): Record<string, string> => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: "Bourse <no-reply@bourse.example>",
  PUBLIC_URL: "https://markets.example",
  ...more,
});

/** The token of the link in mail number `count`, once it has come. */
async function tokenOf({ mails }: MailServer, count: number): Promise<string> {
  await expect.poll(() => mails.length).toBe(count);
  const link = /https:\/\/markets\.example\/#[a-z-]+=([\w-]+)/.exec(mails.at(-1)?.text ?? "");
  return link?.[1] ?? "no link";
}

const forgot = (server: Calls, email: string, headers = {}): Promise<Answer<Fields>> =>
  server.call("POST", "auth/password/forgot", { body: { email }, headers });
const reset = (server: Calls, token: string, password = NEW_PASSWORD): Promise<Answer<Fields>> =>
  server.post("auth/password/reset", undefined, { token, password });
const codeOf = ({ status, headers }: Answer<Fields>): unknown[] => [
  status,
  headers.get("x-error-code"),
];

describe("a forgotten password", () => {
  test("is replaced by the link that a mail server gets, whatever host or page the request names", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp, { ALLOWED_HOSTS: "evil.example" }));
    const ada = await join(server, "ada", { email: EMAIL, password: PASSWORD });
    const asked = await forgot(server, EMAIL, {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      origin: "http://evil.example",
      referer: "http://evil.example/",
    });
    expect([asked.status, asked.data]).toEqual([202, {}]);
    const token = await tokenOf(smtp, 1);
    expect(smtp.mails[0]?.to).toEqual([EMAIL]);
    expect(smtp.mails[0]?.content).not.toContain("evil");
    expect((await reset(server, token)).status).toBe(200);
    expect((await server.get("auth/me", ada.token)).status).toBe(401);
    const login = (password: string): Promise<Answer<Fields>> =>
      server.post("auth/login", undefined, { email: EMAIL, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    const replay = await reset(server, token);
    expect(codeOf(replay)).toEqual([400, "LINK_INVALID"]);
    expect(Object.keys(replay.data)).toEqual(["detail"]);
    expect(replay.headers.get("www-authenticate")).toBeNull();
    await expect.poll(() => smtp.mails.length).toBe(2);
    expect(smtp.mails[1]?.content).toContain("Subject: Your password of Bourse was reset");
  });

  test("is answered alike for an address with an account and for one without, five times an hour", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp));
    await join(server, "ada", { email: EMAIL, password: PASSWORD });
    const shown: unknown[] = [];
    for (const email of [EMAIL, "nobody@example.com"]) {
      const own: unknown[] = [];
      for (let count = 0; count < 6; count++) {
        const { status, text, headers } = await forgot(server, email);
        const names = [...headers.keys()];
        own.push({ status, text, names, retry: headers.get("retry-after") });
      }
      shown.push(own);
    }
    expect(shown[0]).toEqual(shown[1]);
    expect(shown[0]).toMatchObject([
      { status: 202 },
      {},
      {},
      {},
      {},
      { status: 429, retry: "3600" },
    ]);
    expect(codeOf(await forgot(server, "no address"))).toEqual([422, "VALIDATION_ERROR"]);
  });

  test("has one winner among fifty who use its link at the same time", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp));
    await join(server, "ada", { email: EMAIL, password: PASSWORD });
    await forgot(server, EMAIL);
    const token = await tokenOf(smtp, 1);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => reset(server, token, `staple horse ${at} times`)),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
  });
});

test("a link proves the address of an account, and is no other credential", async () => {
  const smtp = await mailServer();
  const server = await runTestServer(bySmtp(smtp));
  const ada = await join(server, "ada", { email: EMAIL, password: PASSWORD });
  const state = async (): Promise<unknown> => (await server.get("auth/email", ada.token)).data;
  expect(await state()).toEqual({ email: EMAIL, verified_at: null });
  const asked = await server.post("auth/email/verification", ada.token);
  expect([asked.status, asked.data]).toEqual([202, {}]);
  const token = await tokenOf(smtp, 1);
  expect(codeOf(await reset(server, token))).toEqual([400, "LINK_INVALID"]);
  expect((await server.get("auth/me", token)).status).toBe(401);
  const refreshed = await server.post("auth/refresh", undefined, { refresh_token: token });
  expect(refreshed.status).toBe(401);
  const verify = (): Promise<Answer<Fields>> =>
    server.post("auth/email/verify", undefined, { token });
  expect((await verify()).status).toBe(200);
  expect(await state()).toEqual({ email: EMAIL, verified_at: "2026-01-15T00:00:00.000Z" });
  expect(codeOf(await verify())).toEqual([400, "LINK_INVALID"]);
});

describe("a mail", () => {
  test("is kept in a file that its owner alone can read while one develops without a terminal", async () => {
    const server = await runTestServer();
    await join(server, "ada", { email: EMAIL, password: PASSWORD });
    await forgot(server, EMAIL);
    const file = joinPath(server.dataDir, "mails.txt");
    const modeOf = (): Promise<number> =>
      stat(file).then(
        ({ mode }) => mode & 0o777,
        () => 0,
      );
    await expect.poll(modeOf).toBe(0o600);
    const text = await readFile(file, "utf8");
    expect(text).toContain(`${server.url}/#reset-password=pr_`);
    expect((await reset(server, /pr_[\w-]+/.exec(text)?.[0] ?? "")).status).toBe(200);
  });

  test("is refused in production without SMTP_URL, which is named, alike for every address", async () => {
    const production = { NODE_ENV: "production", REQUIRE_WALLET_PROOF: "false" };
    const server = await runTestServer(production);
    const ada = await join(server, "ada", { email: EMAIL, password: PASSWORD });
    const answers = [
      await forgot(server, EMAIL),
      await forgot(server, "nobody@example.com"),
      await server.post("auth/email/verification", ada.token),
    ];
    for (const answer of answers) {
      expect(codeOf(answer)).toEqual([501, "MAIL_UNAVAILABLE"]);
      expect(answer.text).toBe(answers[0]?.text);
      expect(answer.data["detail"]).toContain("SMTP_URL");
    }
    expect(codeOf(await reset(server, "pr_x"))).toEqual([400, "LINK_INVALID"]);
  });

  test("that waits is counted by the metrics", async () => {
    const away = { url: "smtp://127.0.0.1:1" };
    const server = await runTestServer(bySmtp(away, { METRICS_TOKEN: "a-token-of-the-tests" }));
    await join(server, "ada", { email: EMAIL, password: PASSWORD });
    await forgot(server, EMAIL);
    const headers = { authorization: "Bearer a-token-of-the-tests" };
    const metrics = async (): Promise<string> =>
      (await server.call("GET", `${server.url}/metrics`, { headers })).text;
    await expect.poll(metrics).toContain('bourse_outbox_entries{box="mail",status="waiting"} 1');
  });
});

test.each([
  [{ SMTP_URL: "smtp://127.0.0.1" }, "MAIL_FROM"],
  [
    { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@b.example", NODE_ENV: "production" },
    "PUBLIC_URL",
  ],
])("the settings %j are refused by name", async (variables, name) => {
  await expect(runTestServer(variables)).rejects.toThrow(name);
});
