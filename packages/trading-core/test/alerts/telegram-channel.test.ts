/** The channel of Telegram against a stand-in of the Bot API on the loopback interface, with its faults. */
import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { telegramChannel } from "../../src/alerts/index.ts";
import { botApi, TOKEN, type Fault } from "./bot-api.ts";

const MESSAGE = { id: "i", subject: "s", text: "*bold* <b>x</b> & _y_", isRepeat: false };
const sending = (milliseconds = 15_000) => ({ signal: AbortSignal.timeout(milliseconds) });

async function fixture(...faults: readonly Fault[]) {
  const api = await botApi(faults);
  const clock = createManualClock();
  const channel = telegramChannel({ token: TOKEN, chat: "-100123", host: api.url, clock });
  return { api, clock, channel };
}

test("a message is plain text to the chat, without a preview of links", async () => {
  const { api, channel } = await fixture();
  expect(await channel.send(MESSAGE, sending())).toEqual({ status: "sent" });
  expect(api.requests).toEqual([
    {
      path: `/bot${TOKEN}/sendMessage`,
      body: { chat_id: "-100123", text: MESSAGE.text, link_preview_options: { is_disabled: true } },
    },
  ]);
});

test("a text of more than 4096 characters is cut, and no character is", async () => {
  const { api, channel } = await fixture();
  await channel.send({ ...MESSAGE, text: `${"x".repeat(4095)}😀y` }, sending());
  const text = String(api.requests[0]?.body["text"]);
  expect(text.length).toBe(4096);
  expect(text.isWellFormed()).toBe(true);
});

test("after 429 nothing is asked for as long as Telegram wants", async () => {
  const { api, channel, clock } = await fixture({ status: 429, retryAfter: 7 });
  expect(await channel.send(MESSAGE, sending())).toMatchObject({ status: "failed" });
  await clock.advance(6999);
  expect(await channel.send(MESSAGE, sending())).toMatchObject({
    status: "failed",
    reason: "Telegram asked to wait for 1 more seconds.",
  });
  expect(api.requests).toHaveLength(1);
  await clock.advance(1);
  expect(await channel.send(MESSAGE, sending())).toEqual({ status: "sent" });
});

test.each([
  [{ status: 400 }, "refused"],
  [{ status: 403 }, "refused"],
  [{ status: 401 }, "failed"],
  [{ status: 404 }, "failed"],
] as const)("an answer %j is %s, told without the token", async (fault, status) => {
  const { channel } = await fixture(fault);
  const outcome = await channel.send(MESSAGE, sending());
  expect(outcome.status).toBe(status);
  expect(JSON.stringify(outcome)).toMatch(new RegExp(`answered ${fault.status}: said of /bot…/`));
});

test.each([
  [{ status: 500 }],
  [{ status: 502, isHtml: true }],
  [{ status: 302 }],
  [{ status: 200, isHtml: true }],
  [{ drops: true }],
  [{ hangs: true }],
] as const)(
  "an outcome that is not known (%j) rejects without the token, and no redirect is followed",
  async (fault) => {
    const { api, channel } = await fixture(fault);
    const error: unknown = await channel.send(MESSAGE, sending(300)).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(Error);
    const { message, stack = "", cause } = error as Error;
    expect(`${message} ${stack} ${String(cause)}`).not.toContain(TOKEN.split(":")[1]);
    expect(api.requests).toHaveLength(1);
  },
);

test("a token or a chat of another form is refused, and the token not told", () => {
  const bad = "123456:short/../secret";
  expect(() => telegramChannel({ token: bad, chat: "1" })).toThrow(/token: expected/);
  expect(() => telegramChannel({ token: bad, chat: "1" })).not.toThrow(bad);
  expect(() => telegramChannel({ token: TOKEN, chat: "a chat" })).toThrow(/chat: expected/);
});
