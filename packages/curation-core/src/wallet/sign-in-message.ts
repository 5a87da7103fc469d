/**
 * Sign-In with Ethereum messages (EIP-4361) and their CAIP-122 form for Solana, written and read by the strict grammar.
 * Every message has one text, so a message that was read is written back byte for byte; a Solana message without a
 * statement is written in the form of Sign-In with Solana, and read in that of CAIP-122 too.
 */

import { parseDateTime } from "../text/date-time.ts";
import { decodeBase58 } from "./base58.ts";
import { checksumAddress } from "./evm-address.ts";
import { isAuthority, isPchars, isUri } from "./uri-grammar.ts";

/** The fields of a sign-in message. */
export interface SignInMessage {
  /** Scheme in front of `domain`, without `://`. */
  readonly scheme?: string | undefined;
  /** RFC 3986 authority of the service that requests the signature. */
  readonly domain: string;
  readonly account: "Ethereum" | "Solana";
  /** Address of the signer: EIP-55 or base58. */
  readonly address: string;
  /** Statement for people: one line of RFC 3986 characters and spaces. */
  readonly statement?: string | undefined;
  readonly uri: string;
  readonly version: string;
  /** EIP-155 chain id, or a Solana cluster. */
  readonly chainId: string;
  /** Nonce of at least 8 letters and digits. */
  readonly nonce: string;
  /** Time of the message as RFC 3339 text, like the other times. */
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

const MAX_LENGTH = 8192;

const MESSAGE = new RegExp(
  [
    "^(?:([A-Za-z][A-Za-z0-9+\\-.]*)://)?([^\\s]+) wants you to sign in with your (Ethereum|Solana) account:",
    "([A-Za-z0-9]+)",
    "",
    "(?:([A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;= ]+)\\n)?",
    "",
  ].join("\\n") +
    [
      "URI: ([^\\s]+)",
      "Version: (1)",
      "Chain ID: ([A-Za-z0-9:_\\-]+)",
      "Nonce: ([A-Za-z0-9]{8,})",
      "Issued At: ([^\\s]+)",
    ].join("\\n") +
    "(?:\\nExpiration Time: ([^\\s]+))?(?:\\nNot Before: ([^\\s]+))?(?:\\nRequest ID: ([^\\s]*))?" +
    "(?:\\nResources:((?:\\n- [^\\s]+)*))?$",
);

/** Head of a Sign-In with Solana message without a statement, which has an empty line less than CAIP-122. */
const SOLANA_WITHOUT_STATEMENT = /^([^\n]* with your Solana account:\n[A-Za-z0-9]+\n\n)(?=URI: )/;

/** True for a text that means to be a Sign-In with Solana message. */
export function isForSolana(text: string): boolean {
  return /^[^\n]* with your Solana account:\n/.test(text);
}

/** The EIP-55 spelling that a message needs to follow the grammar; undefined when that is not what it lacks. */
export function addressToSpell(text: string): string | undefined {
  const [, address = ""] =
    /^[^\n]* with your Ethereum account:\n(0x[0-9a-fA-F]{40})\n/i.exec(text) ?? [];
  const checksummed = checksumAddress(address.toLowerCase());
  if (checksummed === undefined || checksummed === address) return undefined;
  return parseSignInMessage(text.replace(address, checksummed)) && checksummed;
}

/** Writes a message; undefined when the grammar does not allow these fields. */
export function writeSignInMessage(fields: SignInMessage): string | undefined {
  const { scheme, domain, account, address, statement, resources } = fields;
  const lines = [
    `${scheme === undefined ? "" : `${scheme}://`}${domain} wants you to sign in with your ${account} account:`,
    address,
    "",
    ...(statement === undefined ? [] : [statement]),
    // Sign-In with Solana has one empty line in the place of a statement, EIP-4361 has two.
    ...(statement === undefined && account === "Solana" ? [] : [""]),
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...optionalLine("Expiration Time", fields.expirationTime),
    ...optionalLine("Not Before", fields.notBefore),
    ...optionalLine("Request ID", fields.requestId),
    ...(resources === undefined ? [] : ["Resources:", ...resources.map((uri) => `- ${uri}`)]),
  ];
  const text = lines.join("\n");
  // A line break in a field would forge the lines after it.
  const isForged = text.split("\n").length > lines.length;
  return isForged || parseSignInMessage(text) === undefined ? undefined : text;
}

/** Reads a message; undefined when the text does not follow the grammar exactly. */
export function parseSignInMessage(text: string): SignInMessage | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match = MESSAGE.exec(text.replace(SOLANA_WITHOUT_STATEMENT, "$1\n"));
  if (match === null) return undefined;
  const [, scheme, domain, account, address, statement, uri, version, chainId, nonce] = match;
  const [issuedAt, expirationTime, notBefore, requestId, resources] = match.slice(10);
  const message: SignInMessage = {
    scheme,
    domain: domain ?? "",
    account: account === "Solana" ? "Solana" : "Ethereum",
    address: address ?? "",
    statement,
    uri: uri ?? "",
    version: version ?? "",
    chainId: chainId ?? "",
    nonce: nonce ?? "",
    issuedAt: issuedAt ?? "",
    expirationTime,
    notBefore,
    requestId,
    resources: resources?.split("\n- ").slice(1),
  };
  return isWellFormed(message) ? message : undefined;
}

function isWellFormed(message: SignInMessage): boolean {
  const { account, address, chainId, resources = [] } = message;
  const isAddress =
    account === "Ethereum"
      ? checksumAddress(address) === address
      : decodeBase58(address, 32) !== undefined;
  const isChain = account === "Solana" || /^[0-9]+$/.test(chainId);
  const times = [message.issuedAt, message.expirationTime, message.notBefore];
  return (
    isAuthority(message.domain) &&
    isAddress &&
    isChain &&
    [message.uri, ...resources].every(isUri) &&
    times.every((time) => time === undefined || parseDateTime(time) !== undefined) &&
    isPchars(message.requestId ?? "")
  );
}

function optionalLine(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}: ${value}`];
}
