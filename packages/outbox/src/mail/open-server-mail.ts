/** Mail of a server with accounts, as its settings have it: by SMTP, at the terminal of a developer, or not at all. */

import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  checkArguments,
  objectOf,
  type ClosingStack,
} from "@bourse/kernel";

import type { MailSender } from "../mail.ts";
import type { MailTerminal } from "./development-sender.ts";
import { openMailSender } from "./open-mail-sender.ts";

/** Settings of mail. */
export interface ServerMailSettings {
  /** Value of SMTP_URL; undefined for none. */
  readonly SMTP_URL: string | undefined;
  /** Value of MAIL_FROM; undefined for none. */
  readonly MAIL_FROM: string | undefined;
  /** Value of PUBLIC_URL; undefined for the address of the server itself. */
  readonly PUBLIC_URL: string | undefined;
  /** Value of NODE_ENV. */
  readonly NODE_ENV: string;
  /** Value of MAIL_REQUESTS_PER_ACCOUNT: maximum number of mails for one address within an hour. */
  readonly MAIL_REQUESTS_PER_ACCOUNT: number;
  /** Value of MAIL_REQUESTS_PER_ADDRESS: maximum number of mails that one IP address asks for within an hour. */
  readonly MAIL_REQUESTS_PER_ADDRESS: number;
}

/** Parts of {@link openServerMail}. */
export interface ServerMailParts {
  /** Path of the file for the mails of a developer without a terminal. */
  readonly file: string;
  /** Terminal that mails are shown at while one develops. */
  readonly terminal: MailTerminal;
  /** Returns the address that the server listens at; undefined before it does. */
  readonly ownUrl: () => string | undefined;
  /** Address that the server will listen at. */
  readonly expectedUrl: string;
  /** Stack that closes the connections to the mail server. */
  readonly opened: Pick<ClosingStack, "push">;
}

/** The option `mail` of a core with accounts. */
export interface ServerMail {
  /** Address that links in mails lead to. */
  readonly publicUrl: string | (() => string);
  /** True when a new e-mail address counts once its link was opened. */
  readonly confirmsEmailChanges: boolean;
  /** Maximum number of mails for one address within an hour. */
  readonly mailRequestsPerAccount: number;
  /** Maximum number of mails that one IP address asks for within an hour. */
  readonly mailRequestsPerAddress: number;
  /** Sender of the mails. Absent where none are sent. */
  readonly sender?: MailSender;
}

const RULES = {
  settings: objectOf({
    SMTP_URL: absentOr(anyText),
    MAIL_FROM: absentOr(anyText),
    PUBLIC_URL: absentOr(anyText),
    NODE_ENV: anyText,
    MAIL_REQUESTS_PER_ACCOUNT: anyNumber,
    MAIL_REQUESTS_PER_ADDRESS: anyNumber,
  }),
  parts: objectOf({
    file: anyText,
    terminal: objectOf({ write: anyFunction }),
    ownUrl: anyFunction,
    expectedUrl: anyText,
    opened: objectOf({ push: anyFunction }),
  }),
};

/**
 * The option `mail` of a core. Links lead to PUBLIC_URL, else to the address that the server listens at: never to a
 * host that a request names.
 *
 * @throws KernelError ARGUMENT_INVALID; OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING
 */
export async function openServerMail(
  settings: ServerMailSettings,
  parts: ServerMailParts,
): Promise<ServerMail> {
  checkArguments("openServerMail", RULES, [settings, parts]);
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL, NODE_ENV } = settings;
  const { file, terminal, ownUrl, expectedUrl, opened } = parts;
  const isProduction = NODE_ENV === "production";
  const { sender, close } = await openMailSender({ url, from, isProduction, file, terminal });
  opened.push(close);
  return {
    publicUrl: PUBLIC_URL ?? (() => ownUrl() ?? expectedUrl),
    // Without a mail server addresses change at once, as they always have.
    confirmsEmailChanges: url !== undefined,
    mailRequestsPerAccount: settings.MAIL_REQUESTS_PER_ACCOUNT,
    mailRequestsPerAddress: settings.MAIL_REQUESTS_PER_ADDRESS,
    ...(sender === undefined ? {} : { sender }),
  };
}
