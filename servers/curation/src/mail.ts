/** Mail of the server, as its settings have it. */

import { checkMailSettings, mailFileOf, urlOf } from "@bourse/http/environment";
import type { ClosingStack } from "@bourse/kernel";
import { openServerMail, type ServerMail } from "@bourse/outbox/mail";

import type { CurationEnvironment } from "./environment.ts";

/**
 * The option `mail` of the core; `ownUrl` is the address that the server listens at.
 *
 * @throws OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; HttpError ENVIRONMENT_INVALID
 */
export async function openMail(
  config: CurationEnvironment,
  opened: ClosingStack,
  ownUrl: () => string | undefined,
): Promise<ServerMail> {
  checkMailSettings(config);
  return await openServerMail(config, {
    file: mailFileOf(config),
    // The log goes to standard output.
    terminal: process.stderr,
    ownUrl,
    expectedUrl: urlOf({ host: config.HOST, port: config.CURATION_PORT }),
    opened,
  });
}
