/** The sender that the settings of a server name. */

import { booleanOption, optional, portOption, resolveOptions, textOption } from "@bourse/kernel";

import type { MailSender } from "../mail.ts";
import { createDevelopmentSender, type MailTerminal } from "./development-sender.ts";
import { createSmtpSender } from "./smtp-sender.ts";

/** Options of {@link openMailSender}. */
export interface OpenMailSenderOptions {
  /** Mail server, as `createSmtpSender` takes it. Default: none. */
  readonly url?: string | undefined;
  /** Sender of the mails, an address or `Name <address>`; needed with `url`. Default: empty. */
  readonly from?: string | undefined;
  /** True to send nothing without `url`; false to show mails to the developer. Default true. */
  readonly isProduction?: boolean;
  /** Path of the file for the mails of a developer without a terminal. 1–4096 characters. */
  readonly file: string;
  /** Terminal that mails are shown at while one develops. Default: none, every mail goes to the file. */
  readonly terminal?: MailTerminal;
}

/** A sender, and how to end it. */
export interface OpenedMailSender {
  /** The sender; undefined where no mail is sent. */
  readonly sender: MailSender | undefined;
  /** Closes idle connections. */
  readonly close: () => Promise<void>;
}

/**
 * The sender of a mail server; without one, that of a developer, or none in production.
 *
 * @throws KernelError OPTION_INVALID; OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING
 */
export async function openMailSender(given: OpenMailSenderOptions): Promise<OpenedMailSender> {
  const { url, from, isProduction, file, terminal } = resolveOptions<{
    readonly url: string | undefined;
    readonly from: string | undefined;
    readonly isProduction: boolean;
    readonly file: string;
    readonly terminal: MailTerminal | undefined;
  }>("openMailSender", given, {
    url: optional(textOption({ maxLength: 2000 })),
    from: optional(textOption({ maxLength: 320 })),
    isProduction: booleanOption({ default: true }),
    file: textOption({ maxLength: 4096 }),
    terminal: optional(portOption<MailTerminal>(["write"])),
  });
  if (url !== undefined) {
    const sender = await createSmtpSender({ url, from: from ?? "" });
    return { sender, close: async () => sender.close() };
  }
  const shown = { file, ...(terminal === undefined ? {} : { terminal }) };
  const sender = isProduction ? undefined : createDevelopmentSender(shown);
  return { sender, close: async () => undefined };
}
