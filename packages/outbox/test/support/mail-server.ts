/** A mail server on this machine that keeps what it gets. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

interface ReceivedMail {
  /** Addresses that the mail was sent to. */
  readonly to: readonly string[];
  /** The whole mail, with its headers. */
  readonly content: string;
  /** The mail without the line breaks of quoted-printable. */
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
}

/** Starts a mail server without TLS, on a free port unless one is given; it ends with the test. */
export async function mailServer({
  port = 0,
  ...options
}: SMTPServerOptions & { readonly port?: number } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      let content = "";
      stream.on("data", (bytes: Buffer) => (content += bytes.toString()));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const text = content.replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ to, content, text });
        done();
      });
    },
    ...options,
  });
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, mails };
}
