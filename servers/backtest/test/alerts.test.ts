/** Alerts of the server: from a kill switch over HTTP to a bot and a mail server, over an end of the server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describeEnvironment, readEnvironment } from "@bourse/http";
import { expect, test, vi } from "vitest";

import { mailServer } from "../../../packages/outbox/test/support/mail-server.ts";
import { botApi, TOKEN } from "../../../packages/trading-core/test/alerts/bot-api.ts";
import { checkAlerts } from "../src/alert-channels.ts";
import { backtestEnvironment } from "../src/environment.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const WAIT = { timeout: 30_000, interval: 20 };

test("a kill switch is told to the chat and by mail, and what happened while a channel was away comes after the next start", async () => {
  const api = await botApi([{ status: 429, retryAfter: 1 }, { drops: true }]);
  const { url: SMTP_URL, mails } = await mailServer();
  const settings = {
    DATA_DIR: await tempFolder(),
    ALERT_TELEGRAM_TOKEN: TOKEN,
    ALERT_TELEGRAM_CHAT: "-100123",
    ALERT_TELEGRAM_HOST: api.url,
    ALERT_MAIL_TO: "ada@example.com",
    SMTP_URL,
    MAIL_FROM: "Bourse <no-reply@bourse.example>",
  };
  const server = await runTestServer(settings);
  const set = await fetch(`${server.url}/api/kill-switch`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "freeze", reason: "a drill of the desk" }),
  });
  expect(set.status).toBe(200);
  await vi.waitUntil(() => mails.length > 0 && api.requests.length > 0, WAIT);
  expect(mails[0]?.text).toContain("a drill of the desk");
  // The first request was answered 429: nobody was told by the bot when the server ends.
  await server.close();
  const again = await runTestServer(settings);
  await vi.waitUntil(() => api.requests.length >= 3, { timeout: 120_000, interval: 50 });
  const texts = api.requests.map(({ body }) => String(body["text"]));
  expect(texts.every((text) => text.includes("a drill of the desk"))).toBe(true);
  expect(new Set(texts.map((text) => text.split("Alert ")[1])).size).toBe(1);
  expect(texts.map((text) => text.startsWith("Sent again"))).toEqual([false, false, true]);
  await again.close();
  expect(mails).toHaveLength(1);
}, 180_000);

const read = (variables: Readonly<Record<string, string>>) =>
  readEnvironment(backtestEnvironment, variables);

test.each([
  [{ ALERT_MAIL_TO: "ada@example.com" }, /ALERT_MAIL_TO needs SMTP_URL and MAIL_FROM/],
  [{ ALERT_TELEGRAM_TOKEN: TOKEN }, /ALERT_TELEGRAM_CHAT are set together/],
  [{ ALERT_TELEGRAM_CHAT: "-1" }, /ALERT_TELEGRAM_CHAT are set together/],
  [{ ALERT_TELEGRAM_CHAT: "-1", ALERT_TELEGRAM_TOKEN: "x" }, /has another form/],
])("the settings %j are refused, without the token", (variables, message) => {
  expect(() => checkAlerts(read(variables))).toThrow(message);
});

test("an alert has the text of the file that the settings name", async () => {
  const api = await botApi();
  const DATA_DIR = await tempFolder();
  const ALERT_TEXTS_FILE = join(DATA_DIR, "texts.json");
  await writeFile(ALERT_TEXTS_FILE, '{"kill_switch.set": "Alles steht ({mode}): {reason}"}');
  const server = await runTestServer({
    DATA_DIR,
    ALERT_TELEGRAM_TOKEN: TOKEN,
    ALERT_TELEGRAM_CHAT: "-100123",
    ALERT_TELEGRAM_HOST: api.url,
    ALERT_TEXTS_FILE,
  });
  await fetch(`${server.url}/api/kill-switch`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "freeze", reason: "a drill" }),
  });
  await vi.waitUntil(() => api.requests.length > 0, WAIT);
  expect(api.requests[0]?.body["text"]).toMatch(
    /^\S+Z Alles steht \(freeze\): a drill\nAlert \S+$/,
  );
  await server.close();
}, 60_000);

test.each([
  ["{", /ALERT_TEXTS_FILE .*texts.json: it cannot be read: /],
  ["[]", /ALERT_TEXTS_FILE .*texts.json: expected one JSON object of texts by kind/],
  ['{"job.failed": 1}', /ALERT_TEXTS_FILE .*texts.json: expected one JSON object of texts by kind/],
  ['{"job.faild": "x"}', /texts.json: "job.faild": expected a kind .* Did you mean "job.failed"\?/],
  ['{"job.failed": "{jobs}"}', /"job.failed": unknown placeholder \{jobs\}; known: \{job\}, /],
])("a file of texts with %s refuses the start", async (content, message) => {
  const file = join(await tempFolder(), "texts.json");
  await writeFile(file, content);
  await expect(runTestServer({ ALERT_TEXTS_FILE: file })).rejects.toThrow(message);
});

test("a file of texts that is not there refuses the start", async () => {
  const ALERT_TEXTS_FILE = join(await tempFolder(), "none.json");
  await expect(runTestServer({ ALERT_TEXTS_FILE })).rejects.toThrow(
    /ALERT_TEXTS_FILE .*none.json: it cannot be read: ENOENT/,
  );
});

test.each([
  [{ ALERT_QUIET_HOURS: "22-7" }, /ALERT_QUIET_HOURS: expected a span and a time zone/],
  [{ ALERT_EVENTS: "job.done" }, /ALERT_EVENTS: expected some of kill_switch.set/],
  [{ ALERT_MAIL_TO: "ada" }, /ALERT_MAIL_TO: expected one e-mail address/],
  [{ ALERT_TELEGRAM_HOST: "https://x/y" }, /ALERT_TELEGRAM_HOST: expected/],
])("the variables %j are refused", (variables, message) => {
  expect(() => read(variables)).toThrow(message);
});

test("the token is masked where settings are shown", () => {
  const shown = describeEnvironment(backtestEnvironment, read({ ALERT_TELEGRAM_TOKEN: TOKEN }));
  expect(JSON.stringify(shown)).not.toContain(TOKEN.slice(8, 20));
});
