/** Verification of a well-formed message against what this service expects (EIP-4361, "Verifying a message"). */

import { parseDateTime } from "../text/date-time.ts";
import type { SignInMessage } from "./sign-in-message.ts";

/** Values that a message must have. */
export interface Expectation {
  readonly domain: string;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  readonly nonce?: string;
  /** URI whose origin the message's URI must have. */
  readonly uri?: string;
  readonly chainId?: string;
}

/** The field of a message that differs from the expectation. */
export type MessageFault = "domain" | "uri" | "chain" | "nonce" | "expired" | "not_yet_valid";

/** The first fault of a message; null when it has none. */
export function verifyMessage(message: SignInMessage, expected: Expectation): MessageFault | null {
  const { domain, now, nonce, uri, chainId } = expected;
  if (message.domain !== domain) return "domain";
  if (uri !== undefined && originOf(message.uri) !== originOf(uri)) return "uri";
  if (uri !== undefined && message.scheme !== undefined && !uri.startsWith(`${message.scheme}:`)) {
    return "uri";
  }
  if (chainId !== undefined && message.chainId !== chainId) return "chain";
  if (nonce !== undefined && message.nonce !== nonce) return "nonce";
  if (now >= timeOf(message.expirationTime, Infinity)) return "expired";
  return now < timeOf(message.notBefore, -Infinity) ? "not_yet_valid" : null;
}

function timeOf(text: string | undefined, absent: number): number {
  return text === undefined ? absent : (parseDateTime(text) ?? Number.NaN);
}

function originOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).origin : uri;
}
