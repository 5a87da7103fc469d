import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { createManualClock } from "@bourse/kernel";
import { describe, expect, test, vi } from "vitest";

import { mailServer, type MailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { PASSWORD, signUp, type Answer, type Calls } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 60_000 });

const NEW_PASSWORD = "staple correct horse";
const MINUTE = 60_000;

const bySmtp = (smtp: MailServer, more: object = {}): Record<string, string> => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: "Bourse <no-reply@bourse.example>",
  PUBLIC_URL: "https://accounts.example",
  ...more,
});

/** The token of the link in mail number `count`, once it has come. */
async function tokenOf({ mails }: MailServer, count: number): Promise<string> {
  await expect.poll(() => mails.length).toBe(count);
  const link = /https:\/\/accounts\.example\/#[a-z-]+=([\w-]+)/.exec(mails.at(-1)?.text ?? "");
  return link?.[1] ?? "no link";
}

const forgot = (server: Calls, email: string, headers = {}): Promise<Answer> =>
  server.post("auth/password/forgot", { email }, { headers });
const reset = (server: Calls, token: string, password = NEW_PASSWORD): Promise<Answer> =>
  server.post("auth/password/reset", { token, password });

describe("a forgotten password", () => {
  test("is replaced by the link that a mail server gets, whatever host the request names", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp, { ALLOWED_HOSTS: "evil.example" }));
    const ada = await signUp(server);
    const asked = await forgot(server, ada.email, {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      origin: "http://evil.example",
      referer: "http://evil.example/",
    });
    expect([asked.status, asked.data]).toEqual([202, {}]);
    const token = await tokenOf(smtp, 1);
    expect(smtp.mails[0]?.to).toEqual([ada.email]);
    expect(smtp.mails[0]?.content).not.toContain("evil");

    expect((await reset(server, token)).status).toBe(200);
    expect((await server.get("auth/me", { token: ada.token })).status).toBe(401);
    const login = (password: string): Promise<Answer> =>
      server.post("auth/login", { email: ada.email, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    const replay = await reset(server, token);
    expect([replay.status, replay.error?.code]).toEqual([400, "LINK_INVALID"]);
    expect(replay.headers.get("www-authenticate")).toBeNull();
    await expect.poll(() => smtp.mails.length).toBe(2);
    expect(smtp.mails[1]?.content).toContain("Subject: Your password of Bourse was reset");
  });

  test("is answered alike for an address with an account and for one without", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp));
    const ada = await signUp(server);
    const answers = [
      await forgot(server, ada.email),
      await forgot(server, "nobody@example.com"),
      await forgot(server, ada.email.toUpperCase()),
    ];
    const shown = answers.map(({ status, text, headers }) => ({
      status,
      text,
      names: [...headers.keys()],
    }));
    for (const one of shown) expect(one).toEqual(shown[0]);
    const malformed = await forgot(server, "no address");
    expect([malformed.status, malformed.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    await tokenOf(smtp, 2);
    expect(smtp.mails.flatMap(({ to }) => to)).toEqual([ada.email, ada.email]);
  });

  test("is asked for five times an hour, then 429, alike for an address without an account", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp));
    const ada = await signUp(server);
    const codes: number[][] = [];
    for (const email of [ada.email, "nobody@example.com"]) {
      const own: number[] = [];
      for (let count = 0; count < 6; count++) own.push((await forgot(server, email)).status);
      codes.push(own);
    }
    expect(codes).toEqual([
      [202, 202, 202, 202, 202, 429],
      [202, 202, 202, 202, 202, 429],
    ]);
    const refused = await forgot(server, ada.email);
    expect(Number(refused.headers.get("retry-after"))).toBe(3600);
  });

  test("has one winner among fifty who use its link at the same time", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp));
    const ada = await signUp(server);
    await forgot(server, ada.email);
    const token = await tokenOf(smtp, 1);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => reset(server, token, `staple horse ${at} times`)),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    const password = `staple horse ${statuses.indexOf(200)} times`;
    const login = await server.post("auth/login", { email: ada.email, password });
    expect(login.status).toBe(200);
  });

  test("cannot be read from the store, the log or the audit trail", async () => {
    const smtp = await mailServer();
    const folder = await tempFolder();
    const { logger, lines } = collectingLogger();
    const variables = bySmtp(smtp, {
      DATA_DIR: folder,
      AUTH_STORE_URL: `sqlite:${join(folder, "auth.db")}`,
      AUTH_OPERATOR_KEY: "an-operator-key-of-the-tests",
    });
    const server = await runTestServer(variables, { logger });
    const ada = await signUp(server);
    await forgot(server, ada.email);
    const token = await tokenOf(smtp, 1);
    await server.post("auth/email/verification", undefined, { token: ada.token });
    const second = await tokenOf(smtp, 2);
    const trail = await server.get("audit", { key: "an-operator-key-of-the-tests" });
    expect(trail.text).toContain("password.reset_link_sent");
    const files = await readdir(folder);
    const contents = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
    for (const secret of [token, second, "reset-password=", "verify-email="]) {
      expect(JSON.stringify(lines)).not.toContain(secret);
      expect(trail.text).not.toContain(secret);
      expect(contents.some((content) => content.includes(secret))).toBe(false);
    }
  });
});

describe("a link", () => {
  test("ends after 30 minutes, and opens nothing but what it is for", async () => {
    const smtp = await mailServer();
    const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
    const server = await runTestServer(bySmtp(smtp), { clock });
    const ada = await signUp(server);
    await server.post("auth/email/verification", undefined, { token: ada.token });
    const verification = await tokenOf(smtp, 1);
    await forgot(server, ada.email);
    const link = await tokenOf(smtp, 2);
    expect((await reset(server, verification)).error?.code).toBe("LINK_INVALID");
    const crossed = await server.post("auth/email/verify", { token: link });
    expect(crossed.error?.code).toBe("LINK_INVALID");
    expect((await server.get("auth/me", { token: link })).status).toBe(401);
    expect((await server.post("auth/refresh", { refreshToken: link })).status).toBe(401);
    await clock.advance(30 * MINUTE);
    expect((await reset(server, link)).error?.code).toBe("LINK_INVALID");
  });

  test("proves the address of an account", async () => {
    const smtp = await mailServer();
    const server = await runTestServer(bySmtp(smtp));
    const ada = await signUp(server);
    const state = async (): Promise<unknown> =>
      (await server.get("auth/email", { token: ada.token })).data;
    expect(await state()).toEqual({ email: ada.email, verifiedAt: null });
    await server.post("auth/email/verification", undefined, { token: ada.token });
    const token = await tokenOf(smtp, 1);
    const verified = await server.post("auth/email/verify", { token });
    expect([verified.status, verified.data]).toEqual([200, {}]);
    expect(await state()).toEqual({ email: ada.email, verifiedAt: "2026-01-15T00:00:00.000Z" });
    const again = await server.post("auth/email/verify", { token });
    expect(again.error?.code).toBe("LINK_INVALID");
  });
});

describe("a mail", () => {
  test("that no mail server took is sent after a restart", async () => {
    const { port, url } = await freePort();
    const folder = await tempFolder();
    const store = { DATA_DIR: folder, AUTH_STORE_URL: `sqlite:${join(folder, "auth.db")}` };
    const away = { url, mails: [] };
    const { logger, lines } = collectingLogger();
    const before = await runTestServer(bySmtp(away, store), { logger });
    const ada = await signUp(before);
    expect((await forgot(before, ada.email)).status).toBe(202);
    await expect
      .poll(() => lines.map(({ message }) => message))
      .toContain("mail could not be sent; it is tried again");
    await before.close();
    const smtp = await mailServer({ port });
    const clock = createManualClock({ now: Date.UTC(2026, 0, 15, 1) });
    const after = await runTestServer(bySmtp(smtp, store), { clock });
    expect((await reset(after, await tokenOf(smtp, 1))).status).toBe(200);
  });

  test("is kept in a file that its owner alone can read while one develops without a terminal", async () => {
    const { logger, lines } = collectingLogger();
    const server = await runTestServer({}, { logger });
    const ada = await signUp(server);
    await forgot(server, ada.email);
    const file = join(server.folder, "mails.txt");
    await expect
      .poll(() =>
        stat(file).then(
          ({ mode }) => mode & 0o777,
          () => 0,
        ),
      )
      .toBe(0o600);
    const text = await readFile(file, "utf8");
    expect(text).toContain(`${server.url}/#reset-password=pr_`);
    const token = /pr_[\w-]+/.exec(text)?.[0] ?? "";
    expect(lines).toContainEqual(
      expect.objectContaining({
        details: { file },
        message: expect.stringContaining("SMTP_URL") as string,
      }),
    );
    expect(JSON.stringify(lines)).not.toContain(token);
    expect((await reset(server, token)).status).toBe(200);
  });

  test("is refused in production without SMTP_URL, which is named, alike for every address", async () => {
    const server = await runTestServer({ NODE_ENV: "production" });
    const ada = await signUp(server);
    const answers = [
      await forgot(server, ada.email),
      await forgot(server, "nobody@example.com"),
      await server.post("auth/email/verification", undefined, { token: ada.token }),
    ];
    for (const { status, error, text } of answers) {
      expect([status, error?.code]).toEqual([501, "MAIL_UNAVAILABLE"]);
      expect(error?.message).toContain("SMTP_URL");
      expect(text).toBe(answers[0]?.text);
    }
    expect((await reset(server, "pr_x")).error?.code).toBe("LINK_INVALID");
  });

  test("that waits is counted by the metrics", async () => {
    const { url } = await freePort();
    const away = { url, mails: [] };
    const server = await runTestServer(bySmtp(away, { METRICS_TOKEN: "a-token-of-the-tests" }));
    await forgot(server, "nobody@example.com");
    const ada = await signUp(server);
    await forgot(server, ada.email);
    const headers = { authorization: "Bearer a-token-of-the-tests" };
    const metrics = async (): Promise<string> =>
      (await server.get(`${server.url}/metrics`, { headers })).text;
    await expect
      .poll(metrics)
      .toContain('bourse_outbox_deliveries_total{box="mail",outcome="failed"} 1');
    expect(await metrics()).toContain('bourse_outbox_entries{box="mail",status="waiting"} 1');
    expect(await metrics()).toContain('bourse_outbox_entries{box="mail",status="dead"} 0');
  });
});

test.each([
  [{ SMTP_URL: "smtp://127.0.0.1" }, "MAIL_FROM"],
  [
    { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@b.example", NODE_ENV: "production" },
    "PUBLIC_URL",
  ],
  [{ SMTP_URL: "http://127.0.0.1" }, "SMTP_URL"],
  [{ PUBLIC_URL: "accounts.example" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://accounts.example/?a=1" }, "PUBLIC_URL"],
  [{ SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "nobody" }, "from"],
])("the settings %j are refused by name", async (variables, name) => {
  await expect(runTestServer(variables)).rejects.toThrow(name);
});

/** A port of this machine that nobody listens at. */
async function freePort(): Promise<{ readonly port: number; readonly url: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { port, url: `smtp://127.0.0.1:${port}` };
}
