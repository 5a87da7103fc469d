/** The test of alerts by command, against stand-ins of a mail server and of the Bot API. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { runTestServer } from "../../../../servers/backtest/test/support/running-server.ts";
import { mailServer } from "../../../outbox/test/support/mail-server.ts";
import { botApi, TOKEN } from "../../../trading-core/test/alerts/bot-api.ts";
import { runBacktest } from "../support/run-words.ts";

type Variables = Readonly<Record<string, string>>;

const run = (variables: Variables, ...words: readonly string[]) =>
  runWords(["alert", "test", ...words], variables);

async function runWords(
  words: readonly string[],
  variables: Variables,
): Promise<readonly [number, string]> {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const code = await runBacktest(words, variables, { stdout: keep, stderr: keep });
  return [code, lines.join("\n")];
}

const mail = (url: string) => ({
  ALERT_MAIL_TO: "ada@example.com",
  SMTP_URL: url,
  MAIL_FROM: "Bourse <no-reply@bourse.example>",
});
const telegram = (url: string) => ({
  ALERT_TELEGRAM_TOKEN: TOKEN,
  ALERT_TELEGRAM_CHAT: "-100123",
  ALERT_TELEGRAM_HOST: url,
});

test("a test goes by every way that is set, and each is told as taken", async () => {
  const [{ url, mails }, api] = [await mailServer(), await botApi()];
  const settings = { ...mail(url), ...telegram(api.url), APP_NAME: "desk" };
  // Quiet hours hold no test.
  const quiet = { ALERT_QUIET_HOURS: "00:00-23:59 Europe/Berlin" };
  expect(await run({ ...settings, ...quiet })).toEqual([0, "mail      taken\ntelegram  taken"]);
  expect(mails.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  expect(mails[0]?.text).toContain("Test of the alerts of desk: nothing has happened.");
  expect(api.requests.map(({ body }) => body["chat_id"])).toEqual(["-100123"]);
});

test("a way that refuses is told with its reason and ends with 1, and the others are tested", async () => {
  const [{ url, mails }, api] = [await mailServer(), await botApi([{ status: 403 }])];
  const [code, told] = await run({ ...mail(url), ...telegram(api.url) });
  expect(code).toBe(1);
  expect(told).toMatch(/^mail {6}taken\ntelegram {2}refused for good: Telegram answered 403: /);
  expect(mails).toHaveLength(1);
});

test("a way whose answer is lost is not known, and ends with 1", async () => {
  const api = await botApi([{ drops: true }]);
  expect(await run(telegram(api.url), "--json")).toEqual([
    1,
    JSON.stringify(
      [{ channel: "telegram", status: "unknown", reason: "Telegram did not answer." }],
      null,
      2,
    ),
  ]);
});

test("neither the password of the mail server nor the token of the bot is told", async () => {
  const { url } = await mailServer({
    authOptional: false,
    onAuth: (_, __, done) => done(new Error("wrong login")),
  });
  const api = await botApi([{ status: 401 }]);
  const password = "a-password-of-the-mail-server";
  const named = url.replace("://", `://ada:${password}@`);
  const [code, told] = await run({ ...mail(named), ...telegram(api.url) });
  expect([code, told.split("\n")]).toEqual([
    1,
    [
      "mail      not taken: The mail server answered 535.",
      expect.stringMatching(/^telegram {2}not taken: Telegram answered 401: said of \/bot…/),
    ],
  ]);
  expect(told).not.toContain(password);
  expect(told).not.toContain(TOKEN.split(":")[1]);
});

test("settings without a way, and those that do not go together, are told and end with 1", async () => {
  expect(await run({})).toEqual([
    1,
    "No alerts are set: set ALERT_MAIL_TO, or ALERT_TELEGRAM_TOKEN and ALERT_TELEGRAM_CHAT.",
  ]);
  expect((await run({}, "--json"))[1]).toMatch(/^\[\]\nNo alerts are set: /);
  const [code, told] = await run({ ALERT_MAIL_TO: "ada@example.com" });
  expect([code, told]).toEqual([1, expect.stringContaining("needs SMTP_URL and MAIL_FROM")]);
});

test("a placeholder that no text has is told in the words of its file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bourse-texts-"));
  const file = join(folder, "texts.json");
  await writeFile(file, JSON.stringify({ "session.halted": "{strateg} halted" }));
  const [code, told] = await run({ ALERT_TEXTS_FILE: file });
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(told).toContain("unknown placeholder {strateg}; known: {session}, {strategy}, ");
});

test("the doctor has a problem with an alert that was given up", async () => {
  const api = await botApi([{ status: 403 }]);
  const server = await runTestServer(telegram(api.url));
  await fetch(`${server.url}/api/kill-switch`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "freeze", reason: "a drill" }),
  });
  await vi.waitUntil(() => api.requests.length > 0, { timeout: 30_000, interval: 20 });
  await server.close();
  const [code, told] = await runWords(["doctor"], { DATA_DIR: server.folder, BACKTEST_PORT: "0" });
  expect([code, told]).toEqual([
    1,
    expect.stringContaining("problem  alerts: 0 wait; 1 given up; 0 held"),
  ]);
}, 60_000);
