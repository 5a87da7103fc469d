/** Alerts by a bot of Telegram: `sendMessage` of the Bot API (https://core.telegram.org/bots/api). */

import {
  functionOption,
  KernelError,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
} from "@bourse/kernel";

import type { AlertChannel, AlertOutcome } from "./alert-channel.ts";

/** Options of {@link telegramChannel}. */
export interface TelegramOptions {
  /** Token of the bot, such as `123456:ABC…`. A secret: it is in the path of every request, and in no error. */
  readonly token: string;
  /** Chat that gets the messages: an id, negative for a group, or the `@name` of a channel. */
  readonly chat: string;
  /** Scheme and host of the Bot API. Default `https://api.telegram.org`. */
  readonly host?: string | undefined;
  /** Sends the requests. Default: `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** Source of time for pauses that Telegram asks for. Default: the system's clock. */
  readonly clock?: Pick<Clock, "now">;
}

/** Maximum number of characters of a message, by the Bot API. */
const MAX_MESSAGE = 4096;
/** Bytes of an answer that are read at most. */
const MAX_ANSWER = 65_536;

/** An answer of the Bot API. */
interface Answer {
  readonly ok?: unknown;
  readonly description?: unknown;
  readonly parameters?: { readonly retry_after?: unknown };
}

/**
 * The channel `telegram` to one chat, in plain text: nothing in it is read as HTML or Markdown. After an answer 429
 * nothing is sent for as long as it asks. Redirects are not followed, which would hand over the token.
 *
 * @throws KernelError OPTION_INVALID, without the token
 */
export function telegramChannel(options: TelegramOptions): AlertChannel {
  const {
    token,
    chat,
    host,
    clock,
    fetch: send,
  } = resolveOptions<Required<TelegramOptions> & { readonly host: string }>(
    "telegramChannel",
    options,
    {
      token: textOption({ maxLength: 200 }),
      chat: textOption({ maxLength: 100 }),
      host: textOption({ default: "https://api.telegram.org", maxLength: 300 }),
      fetch: functionOption<typeof fetch>({ default: fetch }),
      clock: portOption<Pick<Clock, "now">>(["now"], { default: systemClock }),
    },
  );
  if (!/^\d{1,20}:[\w-]{20,100}$/.test(token))
    throw invalid("token", "123456:ABC…, from @BotFather");
  if (!/^(?:-?\d{1,20}|@\w{1,64})$/.test(chat)) throw invalid("chat", "-1001234567890 or @name");
  const url = `${host}/bot${token}/sendMessage`;
  let pausedUntil = 0;
  return Object.freeze<AlertChannel>({
    name: "telegram",
    maxLength: MAX_MESSAGE - 200,
    async send({ text }, { signal }) {
      const left = pausedUntil - clock.now();
      if (left > 0)
        return failed(`Telegram asked to wait for ${Math.ceil(left / 1000)} more seconds.`);
      const content = text.slice(0, MAX_MESSAGE).toWellFormed();
      const body = { chat_id: chat, text: content, link_preview_options: { is_disabled: true } };
      const { status, answer } = await post(send, url, body, signal);
      if (status === 200 && answer.ok === true) return { status: "sent" };
      const retryAfter = Number(answer.parameters?.retry_after ?? (status === 429 ? 30 : 0));
      if (retryAfter > 0) pausedUntil = clock.now() + Math.min(retryAfter, 86_400) * 1000;
      return outcomeOf(status, told(answer, token));
    },
  });
}

function outcomeOf(status: number, reason: string): AlertOutcome {
  // A gateway may have lost the answer of a message that was taken.
  if (status >= 500 || status < 400) throw new Error(`Telegram answered ${status}${reason}.`);
  const sentence = `Telegram answered ${status}${reason}.`;
  // 401 and 404 tell of the token, which the operator may replace.
  return status === 400 || status === 403
    ? { status: "refused", reason: sentence }
    : failed(sentence);
}

function failed(reason: string): AlertOutcome {
  return { status: "failed", reason };
}

/** The status and the JSON of an answer. Errors do not hold the address, which has the token. */
async function post(
  send: typeof fetch,
  url: string,
  body: object,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly answer: Answer }> {
  let response: Response;
  try {
    response = await send(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal,
    });
  } catch {
    throw new Error("Telegram did not answer.");
  }
  try {
    const text = await response.text();
    return { status: response.status, answer: answerIn(text) };
  } catch {
    throw new Error("The answer of Telegram broke off.");
  }
}

function answerIn(text: string): Answer {
  try {
    const read: unknown = text.length <= MAX_ANSWER ? JSON.parse(text) : {};
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** The description of an answer, should a proxy have put the address into it: without the token. */
function told({ description }: Answer, token: string): string {
  if (typeof description !== "string") return "";
  return `: ${description
    .replaceAll(token, "…")
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, 200)}`;
}

function invalid(option: string, expected: string): KernelError {
  return new KernelError("OPTION_INVALID", `telegramChannel: ${option}: expected ${expected}.`, {
    details: { option },
  });
}
