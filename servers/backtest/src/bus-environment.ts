/** Variables of the bus between processes. */

import {
  choiceVariable,
  listVariable,
  optionalTextVariable,
  parsedVariable,
  secret,
  textVariable,
  type Variable,
} from "@bourse/http/environment";
import { STORED_KEY } from "@bourse/trading-core/process";

/** The form of a list of keys, as the sentences of errors say it. */
export const BUS_KEY_RULE =
  "1 to 10 keys, separated by commas, each of 32 to 512 characters without blanks, 8 of them different, as openssl rand -hex 32 makes them, or the word store";

export const busEnvironment = {
  /**
   * Bus between processes: `nats://host:port`, `tls://user:password@host:port`. Default: inside of this process. In
   * production and where orders may move real money, one on another machine needs credentials and TLS.
   */
  BUS_URL: busVariable(),
  /** File with the credentials of the bus (`.creds` of NATS), in place of a login in BUS_URL. Default: none. */
  BUS_CREDENTIALS_FILE: optionalTextVariable(),
  /** File with the certificates of the authorities that sign that of the bus. Default: those that Node.js trusts. */
  BUS_CA_FILE: optionalTextVariable(),
  /**
   * Keys that sign what goes over the bus: the first signs, each of them proves; `store` stands for the key that the
   * shared store keeps. Default: that one.
   */
  BUS_KEY: secret(listVariable(BUS_KEY_RULE, isBusKey)),
  /** File with the same list, in place of BUS_KEY. Default: none. */
  BUS_KEY_FILE: optionalTextVariable(),
  /** `yes` takes what is not signed as well, for one rolling upgrade; never where orders may move real money. */
  BUS_ACCEPT_UNSIGNED: choiceVariable(["no", "yes"], "no"),
  /** Prefix of all names on the bus: servers of one namespace belong together. */
  BUS_NAMESPACE: textVariable("bourse"),
} as const;

/** True for a key of the bus, or for the word that stands for the stored one. */
export function isBusKey(key: string): boolean {
  return key === STORED_KEY || (/^[\x21-\x7e]{32,512}$/u.test(key) && new Set(key).size >= 8);
}

function busVariable(): Variable<string | undefined> {
  const expected = "nothing, memory: or nats://host:port (tls:// for an encrypted connection)";
  const read = (text: string): string | undefined =>
    /^(?:memory:$|nats:\/\/.|tls:\/\/.)/u.test(text) ? text : undefined;
  return secret(parsedVariable<string | undefined>(expected, read, undefined));
}
