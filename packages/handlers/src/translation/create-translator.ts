/** Errors of a core as wire errors, by one table over its codes. */

import { Problem, type Issue } from "@bourse/contract";
import { isBourseError, type BourseError } from "@bourse/kernel";

/** Answer on the wire to one error code of a core. */
export interface Translation<Code extends string, Details extends object> {
  /** HTTP status, 400–599. */
  readonly status: number;
  /** Error code on the wire. Default: the core's own code. */
  readonly code?: string;
  /** Sentence on the wire. Default: the error's message, as `reword` spells it. */
  readonly message?: string;
  /** Value of the `WWW-Authenticate` header (RFC 9110, 11.6.1). Default: the route's own challenge. */
  readonly challenge?: string;
  /** The parts of the request at fault. Default: none. */
  readonly issues?: (error: BourseError<Code, Details>) => readonly Issue[] | undefined;
  /** Values that the caller needs to go on, from the error's details. Default: none. */
  readonly details?: (details: Details) => Readonly<Record<string, unknown>>;
  /**
   * Seconds after which the caller may try again, from the error's details. Default: 5 for status 503, else not told.
   */
  readonly retryAfterSeconds?: (details: Details) => number | undefined;
}

/**
 * A table over every code of a core: a status, a {@link Translation}, or null for an internal error, which callers see
 * as a 500 without its message. A code without an entry does not compile.
 */
export type Translations<DetailsByCode> = {
  readonly [Code in keyof DetailsByCode & string]:
    | number
    | null
    | Translation<Code, DetailsByCode[Code] & object>;
};

/**
 * Makes the `translate` option of `bindApi` from a table over a core's error codes. The result maps an error of the
 * core to the problem that its caller sees, and everything else to undefined. Errors are recognised by their code, so
 * that one which crossed a thread or a bus is translated too.
 *
 * @param reword spells an error's message for the wire, where field names differ. Default: unchanged
 */
export function createTranslator<DetailsByCode>(
  translations: Translations<DetailsByCode>,
  reword: (message: string) => string = (message) => message,
): (error: unknown) => Problem | undefined {
  const table: Readonly<
    Record<string, number | null | Translation<string, BourseError["details"]>>
  > = { ...STORE_FAULTS, ...translations };
  return (error) => {
    if (!isBourseError(error) || !Object.hasOwn(table, error.code)) return undefined;
    const entry = table[error.code] ?? null;
    if (entry === null) return undefined;
    const { status, code, message, challenge, issues, details, retryAfterSeconds } =
      typeof entry === "number" ? plain(entry) : entry;
    return new Problem(
      {
        code: code ?? error.code,
        status,
        message: message ?? reword(error.message),
        issues: issues?.(error),
        details: details?.(error.details),
        retryAfterSeconds:
          retryAfterSeconds?.(error.details) ?? (status === 503 ? AWAY_RETRY_SECONDS : undefined),
        headers: challenge === undefined ? undefined : { "www-authenticate": challenge },
      },
      { cause: error },
    );
  };
}

const CURSOR_FAULT = "is not one that this list gave out";

/** The answer to a cursor that the list of its route did not give out, or only under other filters. */
export function cursorFault(status: number, code: string): Translation<string, object> {
  return {
    status,
    code,
    message: `the cursor ${CURSOR_FAULT}`,
    issues: () => [{ loc: ["query", "cursor"], msg: CURSOR_FAULT, type: "value_error" }],
  };
}

/** A commit may yet turn out to have been made, so the sentence does not say that nothing was changed. */
const storeAway: Translation<string, BourseError["details"]> = {
  status: 503,
  code: "STORE_IO",
  message:
    "The service could not read or write its store, so this request was not confirmed. Try again later; where that " +
    "could repeat something, look first if it was done.",
  retryAfterSeconds: () => STORE_RETRY_SECONDS,
};

/** Every core stands on a store; the store's own sentence may name a path. */
const STORE_FAULTS: Readonly<Record<string, Translation<string, BourseError["details"]>>> = {
  STORE_IO: storeAway,
  // The process ends, or is the writer no longer, while the request is under way.
  STORE_CLOSED: storeAway,
  // The process stood still in the middle of a transaction.
  STORE_TRANSACTION_TIMEOUT: storeAway,
  STORE_CORRUPT: {
    status: 500,
    message:
      "What the service has stored for this request is damaged, so it was refused. Trying again does not help: the " +
      "operator has to restore it from a backup.",
  },
  STORE_FULL: {
    status: 507,
    message: "The service has no room to store more; nothing was changed. Try again later.",
    retryAfterSeconds: () => STORE_RETRY_SECONDS,
  },
};

/** Wait before something that is away is worth another call. */
const AWAY_RETRY_SECONDS = 5;

/** The interval at which health checks try the store again. */
const STORE_RETRY_SECONDS = 5;

function plain(status: number): Translation<string, BourseError["details"]> {
  return { status };
}
