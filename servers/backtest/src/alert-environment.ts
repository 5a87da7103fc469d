/** Variables of alerts. */

import {
  integerVariable,
  listVariable,
  mailEnvironment,
  optionalTextVariable,
  parsedVariable,
  secret,
  type Variable,
} from "@bourse/http/environment";
import { ALERT_KINDS, parseQuietHours } from "@bourse/trading-core/process";

const KINDS: ReadonlySet<string> = new Set(ALERT_KINDS);

/** Spread into the variables of the server. */
export const alertEnvironment = {
  /** Mail server of the alerts, `smtp://user:password@host:port` or `smtps://…`. Needed with ALERT_MAIL_TO. */
  SMTP_URL: mailEnvironment.SMTP_URL,
  /** Sender of the mails, an address or `Name <address>`. Needed with ALERT_MAIL_TO. */
  MAIL_FROM: mailEnvironment.MAIL_FROM,
  /** E-mail address that gets the alerts. Default: none. */
  ALERT_MAIL_TO: mailAddress(),
  /** Token of the bot of Telegram that sends the alerts. Needed with ALERT_TELEGRAM_CHAT. */
  ALERT_TELEGRAM_TOKEN: secret(optionalTextVariable()),
  /** Chat that gets the alerts: an id, negative for a group, or the `@name` of a channel. */
  ALERT_TELEGRAM_CHAT: optionalTextVariable(),
  /** Scheme and host of a Bot API of one's own. Default: `https://api.telegram.org`. */
  ALERT_TELEGRAM_HOST: botApi(),
  /** Kinds of the events that are alerted. Default: all of them. */
  ALERT_EVENTS: listVariable(`some of ${ALERT_KINDS.join(",")}`, (item) => KINDS.has(item)),
  /** JSON file with texts in place of the default ones: templates by kinds of alerts. Default: none. */
  ALERT_TEXTS_FILE: optionalTextVariable(),
  /** Hours in which only urgent alerts are sent, with their time zone. Default: none. */
  ALERT_QUIET_HOURS: quietHours(),
  /** Maximum number of messages of a channel within any hour; what is beyond comes together. */
  ALERT_MAX_PER_HOUR: integerVariable({ min: 1, max: 1000, default: 20 }),
} as const;

function mailAddress(): Variable<string | undefined> {
  const read = (text: string): string | undefined =>
    /^[^\s<>,;"@]{1,64}@[^\s<>,;"@]{1,190}$/u.test(text) ? text : undefined;
  return parsedVariable<string | undefined>("one e-mail address", read, undefined);
}

function botApi(): Variable<string | undefined> {
  const read = (text: string): string | undefined =>
    URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text
      ? text
      : undefined;
  return parsedVariable<string | undefined>(
    "an http or https address without a path, such as https://api.telegram.org",
    read,
    undefined,
  );
}

function quietHours(): Variable<string | undefined> {
  const read = (text: string): string | undefined => {
    try {
      parseQuietHours(text);
      return text;
    } catch {
      return undefined;
    }
  };
  const expected = "a span and a time zone, such as 22:00-07:00 Europe/Berlin";
  return parsedVariable<string | undefined>(expected, read, undefined);
}
