/** The variables of mail, which servers with accounts read. */

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
  /** Address of the web page that links in mails lead to. Default: that of the server itself. */
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
