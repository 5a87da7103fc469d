/** Mail while one develops: shown at the terminal, or kept in a file that only its owner can read. */

import { appendFile, chmod } from "node:fs/promises";
import { dirname } from "node:path";

import { optional, portOption, resolveOptions, textOption } from "@bourse/kernel";
import { makeFolder } from "@bourse/kernel/files";

import type { Mail, MailSender } from "../mail.ts";

/** A terminal that mails are shown at, such as `process.stderr`. */
export interface MailTerminal {
  /** True for a terminal; a pipe or a file, which may be kept and read by others, is none. */
  readonly isTTY?: boolean;
  /** Writes a text. */
  write(text: string): unknown;
}

/** Options of {@link createDevelopmentSender}. */
export interface DevelopmentSenderOptions {
  /** Path of the file for mails when there is no terminal; it is created with mode 0600. 1–4096 characters. */
  readonly file: string;
  /** Terminal that mails are shown at. Default: none, every mail goes to the file. */
  readonly terminal?: MailTerminal;
}

/**
 * A sender that sends nothing: it writes each mail to the terminal, or to a file when there is none. Mails hold links
 * that open accounts, so they never go through a logger.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createDevelopmentSender(given: DevelopmentSenderOptions): MailSender {
  const { file, terminal } = resolveOptions<{
    readonly file: string;
    readonly terminal: MailTerminal | undefined;
  }>("createDevelopmentSender", given, {
    file: textOption({ maxLength: 4096 }),
    terminal: optional(portOption<MailTerminal>(["write"])),
  });
  return Object.freeze<MailSender>({
    send: async (mail) => {
      const text = letterOf(mail);
      if (terminal?.isTTY === true) {
        terminal.write(text);
        return;
      }
      await makeFolder(dirname(file));
      await appendFile(file, text, { mode: 0o600 });
      await chmod(file, 0o600);
    },
  });
}

function letterOf({ to, subject, text }: Mail): string {
  // Whoever chose the address or the name must not move the cursor of the terminal.
  const legible = `Mail to ${to}: ${subject}\n\n${text}`.replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, "");
  return `\n${legible.trimEnd()}\n\n`;
}
