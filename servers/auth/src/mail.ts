/** Mail of the server, as its settings have it: by SMTP, at the terminal of a developer, or not at all. */

import { join } from "node:path";

import type { AccountMailOptions } from "@bourse/auth-core";
import type { Metrics } from "@bourse/http";
import { HttpError, urlOf, type HttpLogger } from "@bourse/http/environment";
import type { ClosingStack } from "@bourse/kernel";
import { createDevelopmentSender, createSmtpSender, type MailSender } from "@bourse/outbox/mail";

import type { AuthEnvironment } from "./environment.ts";

/** The part of the settings that mail depends on. */
type MailSettings = Pick<
  AuthEnvironment,
  | "NODE_ENV"
  | "DATA_DIR"
  | "HOST"
  | "AUTH_PORT"
  | "SMTP_URL"
  | "MAIL_FROM"
  | "PUBLIC_URL"
  | "MAIL_REQUESTS_PER_ACCOUNT"
  | "MAIL_REQUESTS_PER_ADDRESS"
>;

/** Refuses settings of mail that are incomplete. @throws HttpError ENVIRONMENT_INVALID */
export function checkMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL, NODE_ENV }: MailSettings): void {
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

/**
 * The option `mail` of the core. Links lead to PUBLIC_URL, else to the address that the server listens at: never to a
 * host that a request names.
 *
 * @throws OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; HttpError ENVIRONMENT_INVALID
 */
export async function openMail(
  config: MailSettings,
  opened: ClosingStack,
  ownUrl: () => string | undefined,
): Promise<AccountMailOptions> {
  checkMail(config);
  const { PUBLIC_URL, HOST, AUTH_PORT } = config;
  const sender = await openSender(config, opened);
  return {
    publicUrl: PUBLIC_URL ?? (() => ownUrl() ?? urlOf({ host: HOST, port: AUTH_PORT })),
    mailRequestsPerAccount: config.MAIL_REQUESTS_PER_ACCOUNT,
    mailRequestsPerAddress: config.MAIL_REQUESTS_PER_ADDRESS,
    ...(sender === undefined ? {} : { sender }),
  };
}

/**
 * File that keeps the mails of a server in development that nobody sees at a terminal; undefined where they are sent or
 * shown.
 */
export function mailFile(
  { SMTP_URL, NODE_ENV, DATA_DIR }: MailSettings,
  isTerminal = process.stderr.isTTY,
): string | undefined {
  if (SMTP_URL !== undefined || NODE_ENV === "production" || isTerminal) return undefined;
  return join(DATA_DIR, MAIL_FILE);
}

const MAIL_FILE = "mails.txt";

/** Options that log and count the mails. */
export function watchMail(
  logger: HttpLogger,
  metrics: Metrics | undefined,
): Pick<AccountMailOptions, "onFailure" | "metrics"> {
  return {
    onFailure: ({ id, attempt, dead, error }) => {
      const what = dead ? "mail given up" : "mail could not be sent; it is tried again";
      logger.warn({ mail: id, attempt, err: error }, what);
    },
    ...(metrics === undefined ? {} : { metrics }),
  };
}

async function openSender(
  { SMTP_URL, MAIL_FROM = "", NODE_ENV, DATA_DIR }: MailSettings,
  opened: ClosingStack,
): Promise<MailSender | undefined> {
  if (SMTP_URL !== undefined) {
    const sender = await createSmtpSender({ url: SMTP_URL, from: MAIL_FROM });
    opened.push(async () => sender.close());
    return sender;
  }
  if (NODE_ENV === "production") return undefined;
  // The log goes to standard output.
  return createDevelopmentSender({
    file: join(DATA_DIR, MAIL_FILE),
    terminal: process.stderr,
  });
}
