/** The variables of mail, which servers with accounts read. */

import { join } from "node:path";

import { anyText, absentOr, objectOf } from "@bourse/kernel";

import { HttpError } from "../errors.ts";
import {
  integerVariable,
  optionalTextVariable,
  parsedVariable,
  secret,
  type Variable,
} from "./variables.ts";

/** Spread into the shape of a server with accounts. */
export interface MailEnvironment {
  /**
   * Mail server, `smtp://user:password@host:port` or `smtps://…`. Secret. Default: none; in production no mail is sent
   * then, otherwise mails are shown at the terminal, or kept in a file without one.
   */
  readonly SMTP_URL: Variable<string | undefined>;
  /** Sender of the mails, an address or `Name <address>`; needed with SMTP_URL. */
  readonly MAIL_FROM: Variable<string | undefined>;
  /** Address of the web page that links in mails lead to, by default the server's own; passkeys belong to its host. */
  readonly PUBLIC_URL: Variable<string | undefined>;
  /** Maximum number of mails that may be asked for one address within an hour. 1–1000. Default 5. */
  readonly MAIL_REQUESTS_PER_ACCOUNT: Variable<number>;
  /** Maximum number of mails that one IP address (IPv6: per /64) may ask for within an hour. 1–10,000. Default 30. */
  readonly MAIL_REQUESTS_PER_ADDRESS: Variable<number>;
}

/** The environment variables of mail, with their defaults and bounds. */
export const mailEnvironment: MailEnvironment = {
  SMTP_URL: secret(urlVariable("a URL such as smtp://user:password@mail.example:587", /^smtps?:$/)),
  MAIL_FROM: optionalTextVariable(),
  PUBLIC_URL: urlVariable(
    "an http or https address without a query, such as https://accounts.example",
    /^https?:$/,
    (url) => url.search === "" && url.hash === "" && url.username === "",
  ),
  MAIL_REQUESTS_PER_ACCOUNT: integerVariable({ min: 1, max: 1000, default: 5 }),
  MAIL_REQUESTS_PER_ADDRESS: integerVariable({ min: 1, max: 10_000, default: 30 }),
};

/** Settings of a server's mail. */
export interface MailSettings {
  /** Value of SMTP_URL. */
  readonly SMTP_URL: string | undefined;
  /** Value of MAIL_FROM. */
  readonly MAIL_FROM: string | undefined;
  /** Value of PUBLIC_URL. */
  readonly PUBLIC_URL: string | undefined;
  /** Value of NODE_ENV. */
  readonly NODE_ENV: string | undefined;
}

const anySettings = objectOf({
  SMTP_URL: absentOr(anyText),
  MAIL_FROM: absentOr(anyText),
  PUBLIC_URL: absentOr(anyText),
  NODE_ENV: absentOr(anyText),
});

/** Refuses settings of mail that are incomplete. @throws HttpError ENVIRONMENT_INVALID; KernelError ARGUMENT_INVALID */
export function checkMailSettings(config: MailSettings): void {
  anySettings("config", config);
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, NODE_ENV } = config;
  if (SMTP_URL === undefined) return;
  const missing = [
    ...(MAIL_FROM === undefined
      ? [
          "MAIL_FROM: expected the sender of the mails of SMTP_URL, such as Bourse <no-reply@example.com>",
        ]
      : []),
    ...(PUBLIC_URL === undefined && NODE_ENV === "production"
      ? ["PUBLIC_URL: expected the address that links in the mails of SMTP_URL lead to"]
      : []),
  ];
  if (missing.length === 0) return;
  throw new HttpError(
    "ENVIRONMENT_INVALID",
    `correct ${missing.length} environment variable${missing.length > 1 ? "s" : ""}:\n  ${missing.join("\n  ")}`,
  );
}

function urlVariable(
  expected: string,
  protocol: RegExp,
  accepts: (url: URL) => boolean = () => true,
): Variable<string | undefined> {
  const read = (text: string): string | undefined => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && protocol.test(url.protocol) && accepts(url) ? text : undefined;
  };
  return parsedVariable<string | undefined>(expected, read, undefined);
}

/** Path of the file for the mails of a server in development that runs without a terminal. */
export function mailFileOf(config: { readonly DATA_DIR: string }): string {
  anyFolder("config", config);
  return join(config.DATA_DIR, "mails.txt");
}

const anyFolder = objectOf({ DATA_DIR: anyText });

/** True for a server in development whose mails nobody sees at a terminal, and no mail server sends. */
export function keepsMailsInFile(
  config: { readonly SMTP_URL: string | undefined; readonly NODE_ENV: string },
  isTerminal: boolean = process.stderr.isTTY,
): boolean {
  anyMode("config", config);
  return config.SMTP_URL === undefined && config.NODE_ENV !== "production" && !isTerminal;
}

const anyMode = objectOf({ SMTP_URL: absentOr(anyText), NODE_ENV: anyText });
