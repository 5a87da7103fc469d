/** Mail by SMTP, through the package `nodemailer`, which those install who send mail. */

import { isLoopback, resolveOptions, textOption } from "@bourse/kernel";
import type * as Nodemailer from "nodemailer";

import { OutboxError } from "../errors.ts";
import type { MailSender } from "../mail.ts";

/** Options of {@link createSmtpSender}. */
export interface SmtpSenderOptions {
  /**
   * Mail server, `smtp://user:password@host:port` or `smtps://…` for TLS from the first byte. Over `smtp:` to another
   * machine TLS is required as well (STARTTLS), unless the URL ends in `?requireTLS=false`.
   */
  readonly url: string;
  /** Sender of the mails: an address, or `Name <address>`. 3–320 characters. */
  readonly from: string;
}

/** A sender over SMTP (RFC 5321), to be closed in the end. */
export interface SmtpSender extends MailSender {
  /** Closes idle connections. */
  close(): void;
}

const PACKAGE = "nodemailer";
/** Milliseconds until the server must have answered, before the time limit of the delivery. */
const TIMEOUT_MILLISECONDS = 15_000;

/**
 * A sender over SMTP; it connects at the first mail. A mail is refused for good where the server answers its receiver
 * or its content with a status from 500 on; a refused login or a server that is away may pass.
 *
 * @throws KernelError OPTION_INVALID; OutboxError SMTP_URL_INVALID; NODEMAILER_MISSING when it is not installed
 */
export async function createSmtpSender(given: SmtpSenderOptions): Promise<SmtpSender> {
  const { url, from } = resolveOptions<SmtpSenderOptions>("createSmtpSender", given, {
    url: textOption({ maxLength: 2000 }),
    from: textOption({ minLength: 3, maxLength: 320 }),
  });
  const connection = connectionOf(url);
  const domain = domainOf(from);
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({
    ...connection,
    pool: true,
    maxConnections: 4,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Object.freeze<SmtpSender>({
    send: async ({ to, subject, text, html }, { id }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId: `<${id}@${domain}>`,
          // RFC 3834, section 5: nobody's absence is answered to this.
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw asRefusal(error);
      }
    },
    close: () => transport.close(),
  });
}

/** Host, port, TLS and login of a URL. @throws OutboxError SMTP_URL_INVALID */
function connectionOf(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSmtp = url?.protocol === "smtp:" || url?.protocol === "smtps:";
  if (url === undefined || !isSmtp || url.hostname === "") {
    throw invalid("url", "a URL such as smtp://user:password@mail.example:587");
  }
  const requireTLS = url.searchParams.get("requireTLS");
  const unknown = [...url.searchParams.keys()].find((key) => key !== "requireTLS");
  if (unknown !== undefined || ![null, "true", "false"].includes(requireTLS)) {
    throw invalid("url", "no other parameter than requireTLS=true or requireTLS=false");
  }
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const user = decodeURIComponent(url.username);
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && (requireTLS === null ? !isLoopback(host) : requireTLS === "true"),
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}

/** Domain of the sender's address, for ids of messages. @throws OutboxError SMTP_URL_INVALID */
function domainOf(from: string): string {
  const domain = /^[^<>\r\n]*?<?[^\s<>@]+@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1];
  if (domain !== undefined) return domain;
  throw invalid("from", "an address such as Bourse <no-reply@example.com>");
}

function invalid(option: string, expected: string): OutboxError {
  return new OutboxError("SMTP_URL_INVALID", `${option}: expected ${expected}.`, {
    details: { option },
  });
}

/** Errors of nodemailer that are about one mail, not about the connection. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(["EENVELOPE", "EMESSAGE"]);

function asRefusal(error: unknown): unknown {
  const { code, responseCode: status } = error as { code?: unknown; responseCode?: unknown };
  if (!ABOUT_THE_MAIL.has(code) || typeof status !== "number" || status < 500) return error;
  return new OutboxError("DELIVERY_REFUSED", `The mail server refused the mail with ${status}.`, {
    details: { status },
    cause: error,
  });
}

/** @throws OutboxError NODEMAILER_MISSING */
async function loadNodemailer(): Promise<typeof Nodemailer> {
  try {
    return await import("nodemailer");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${PACKAGE}'`)) throw error;
    throw new OutboxError(
      "NODEMAILER_MISSING",
      `Mail by SMTP needs the package ${PACKAGE}, which is not installed: run npm install ${PACKAGE}.`,
      { cause: error, details: { package: PACKAGE } },
    );
  }
}
