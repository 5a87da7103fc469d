/** Errors of the client in sentences for people, with what to do. */

import { adviceOf } from "@bourse/client/advice";
import { FOREIGN_ANSWER, NO_ANSWER } from "@bourse/ui/failures";

/** An error that a form shows: its sentence, and the field that it is about. */
export class Told extends Error {
  readonly field: string | undefined;
  readonly code: string;
  /** Values that the reader's next step needs, such as a challenge. */
  readonly details: object | undefined;

  constructor(message: string, { code, details }: Failure, field?: string) {
    super(message);
    this.code = code;
    this.details = details;
    this.field = field;
  }
}

interface Failure {
  readonly code: string;
  readonly status?: number;
  readonly message: string;
  readonly issues?: readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[];
  readonly details?: object;
  readonly retryAfterSeconds?: number;
}

/** Sentences in place of the service's own where a page knows better. */
const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: "E-mail and password do not belong together. Check both and try again.",
  CHALLENGE_INVALID: "That took too long, or too many codes were wrong. Begin again.",
  EMAIL_TAKEN: "There is an account with this e-mail already. Sign in, or use another address.",
  LAST_OWNER:
    "An organization needs an owner who can sign in. Make another member an owner first, or delete the organization.",
  NETWORK: NO_ANSWER,
  RESPONSE_INVALID: FOREIGN_ANSWER,
  TIMEOUT: "The server took too long to answer. Try again.",
};

/** The field that a code is about, where the service names none. */
const FIELDS: Readonly<Record<string, string>> = { EMAIL_TAKEN: "email" };

export function told(error: unknown): Error {
  if (!isFailure(error)) return error instanceof Error ? error : new Error(String(error));
  const { code, message, issues, retryAfterSeconds } = error;
  const [issue] = issues ?? [];
  const field = issue?.loc.findLast((part) => typeof part === "string") ?? FIELDS[code];
  if (issue !== undefined) return new Told(sentence(issue.msg), error, field);
  const known = retryAfterSeconds === undefined ? SENTENCES[code] : undefined;
  return new Told(known ?? `${sentence(message)}${advice(error)}`, error, field);
}

/** Words on what to do, after a space; none where the service's own sentence says it. */
function advice(error: Failure): string {
  if (error.code === "CONFLICT") return "";
  const text = adviceOf(error).replaceAll("call again", "try again");
  return ` ${text.replaceAll("Call again", "Try again")}`;
}

function sentence(text: string): string {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(whole) ? whole : `${whole}.`;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** Throws an error again, with a wrong code called one: the service refuses it as it refuses a wrong password. */
export function wrongCode(error: unknown): never {
  throw refused(error, "This code is wrong, or was used before. Wait for the next one.");
}

/** Throws an error again, with a passkey that was not accepted called one. */
export function wrongPasskey(error: unknown): never {
  throw refused(error, "This passkey was not accepted. Use another one, or another way.");
}

function refused(error: unknown, sentence: string): unknown {
  return error instanceof Told && error.code === "INVALID_CREDENTIALS"
    ? new Error(sentence)
    : error;
}
