/** Mail of the server, as its settings have it: by SMTP, at the terminal of a developer, or not at all. */

import type { AccountMailOptions } from "@bourse/auth-core";
import { checkMailSettings, mailFileOf, urlOf } from "@bourse/http/environment";
import type { ClosingStack } from "@bourse/kernel";
import { openMailSender } from "@bourse/outbox/mail";

import type { AuthEnvironment } from "./environment.ts";

/**
 * The option `mail` of the core. Links lead to PUBLIC_URL, else to the address that the server listens at: never to a
 * host that a request names.
 *
 * @throws OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; HttpError ENVIRONMENT_INVALID
 */
export async function openMail(
  config: AuthEnvironment,
  opened: ClosingStack,
  ownUrl: () => string | undefined,
): Promise<AccountMailOptions> {
  checkMailSettings(config);
  const { PUBLIC_URL, HOST, AUTH_PORT } = config;
  const { sender, close } = await openMailSender({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    isProduction: config.NODE_ENV === "production",
    file: mailFileOf(config),
    // The log goes to standard output.
    terminal: process.stderr,
  });
  opened.push(close);
  return {
    publicUrl: PUBLIC_URL ?? (() => ownUrl() ?? urlOf({ host: HOST, port: AUTH_PORT })),
    // Without a mail server addresses change at once, as they always have.
    confirmsEmailChanges: config.SMTP_URL !== undefined,
    mailRequestsPerAccount: config.MAIL_REQUESTS_PER_ACCOUNT,
    mailRequestsPerAddress: config.MAIL_REQUESTS_PER_ADDRESS,
    ...(sender === undefined ? {} : { sender }),
  };
}
