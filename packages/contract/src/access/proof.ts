/** The vocabulary of access: who may call a route, and by what proof. No address, e-mail or other header is a proof. */

import * as z from "zod";

import { checkGiven } from "../check-given.ts";

/** A kind of proof that a caller can give. */
export type ProofKind =
  /** No proof: everybody may call. */
  | "nobody"
  /** A direct connection of a program on the server's own machine; see `Incoming.isLocal`. */
  | "local"
  /** An API key. */
  | "apiKey"
  /** The operator's key, from the server's settings. */
  | "operatorKey"
  /** An access token of a session. */
  | "accessToken"
  /** The cookie of a browser session, entered by a one-time link. */
  | "session"
  /** A proof in the request's body, such as a password, a signature of a wallet or a refresh token. */
  | "body";

/** A proof that a route accepts. */
export interface Proof {
  /** Kind of the proof. */
  readonly by: ProofKind;
  /**
   * Scope, permission or role that the key or the account must have; for `body` the name of the proof. Default none.
   */
  readonly right?: string;
}

/** Proofs of which any one opens a route. */
export type AccessRule = readonly Proof[];

/** The rule of a route that everybody may call. */
export const PUBLIC: AccessRule = [{ by: "nobody" }];

const WORDS: Readonly<Record<ProofKind, string>> = {
  nobody: "nothing",
  local: "direct connection on the same machine",
  apiKey: "API key",
  operatorKey: "operator's key",
  accessToken: "access token",
  session: "dashboard session",
  body: "in the body",
};

const anyRule = z.array(
  z.looseObject({
    by: z.enum(Object.keys(WORDS) as [ProofKind]),
    right: z.string().optional(),
  }),
);

/** Words for a rule, such as `API key with share, or dashboard session`. @throws ContractError ARGUMENT_INVALID */
export function accessText(rule: AccessRule): string {
  checkGiven("accessText", "rule", anyRule, rule);
  return rule.map(proofText).join(", or ");
}

function proofText({ by, right }: Proof): string {
  if (right === undefined) return WORDS[by];
  return by === "body" ? `${right} ${WORDS.body}` : `${WORDS[by]} with ${right}`;
}
