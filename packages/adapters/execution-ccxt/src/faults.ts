/** The meaning of ccxt's errors, and whether the same request may be sent again. */

import { ExecutionError, type ExecutionErrorCode } from "@bourse/trading-core/execution";

/**
 * `again`: the request had no effect and may pass later; `unsure`: it may have had one; `final`: it had none and will
 * not pass.
 */
export interface Fault {
  readonly error: ExecutionError;
  readonly kind: "again" | "unsure" | "final";
  /** ccxt's classes, the narrowest first. */
  readonly classes: readonly string[];
}

type Meaning = readonly [code: ExecutionErrorCode, kind: Fault["kind"], advice: string];

/** Meanings by ccxt's error class; the narrowest class of an error that is listed counts. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  InsufficientFunds: ["FUNDS_INSUFFICIENT", "final", "Pay in, or order less."],
  OrderNotFound: ["ORDER_UNKNOWN", "final", "Look the orders up."],
  OrderNotCached: ["ORDER_UNKNOWN", "final", "Look the orders up."],
  DuplicateOrderId: ["ORDER_REUSED", "final", "Send a new id with a new order."],
  BadSymbol: ["ORDER_INVALID", "final", "Correct the symbol."],
  InvalidOrder: ["ORDER_INVALID", "final", "Correct the order."],
  RestrictedLocation: ["EXECUTION_UNAVAILABLE", "final", "The exchange does not serve this place."],
  AuthenticationError: ["EXECUTION_UNAUTHORIZED", "final", "Check the key and its rights."],
  RateLimitExceeded: ["EXECUTION_UNAVAILABLE", "again", "Send fewer requests."],
  DDoSProtection: ["EXECUTION_UNAVAILABLE", "again", "Send fewer requests."],
  InvalidNonce: ["EXECUTION_UNAVAILABLE", "again", "Set the machine's clock."],
  OperationFailed: ["EXECUTION_UNAVAILABLE", "unsure", "Try again later."],
  ExchangeError: ["EXECUTION_REFUSED", "final", "Nothing was done."],
};

/** Whatever else: a connection that broke, an answer cut short, a fault in ccxt. Nobody knows what became of it. */
const ELSE: Meaning = [
  "EXECUTION_UNAVAILABLE",
  "unsure",
  "The same order may be sent again under its client order id.",
];

/**
 * The fault behind an error of ccxt's.
 *
 * The error itself is not its cause: its text has addresses with keys and signatures in them. Its words are kept
 * without those and without `secrets`.
 */
export function faultOf(exchange: string, thrown: unknown, secrets: readonly string[]): Fault {
  if (thrown instanceof ExecutionError) {
    // One of ours: either nothing was sent, or an answer could not be read.
    const kind = thrown.code === "EXECUTION_REFUSED" ? "final" : "unsure";
    return { error: thrown as ExecutionError, kind, classes: [] };
  }
  const classes = classesOf(thrown);
  const name = classes.find((each) => Object.hasOwn(MEANINGS, each));
  const [code, kind, advice] = name === undefined ? ELSE : MEANINGS[name]!; // just found
  const reason = wordsOf(thrown, secrets);
  const field = code === "ORDER_INVALID" ? fieldOf(name, reason) : undefined;
  return {
    error: new ExecutionError(code, `${exchange} answered ${reason}. ${advice}`, {
      details: { exchange, reason, class: classes[0] ?? "Error", ...(field && { field }) },
    }),
    kind,
    classes,
  };
}

function classesOf(thrown: unknown): readonly string[] {
  const names: string[] = [];
  let each: unknown = thrown;
  while (each instanceof Error) {
    each = Object.getPrototypeOf(each);
    const { name } = (each as object | null)?.constructor ?? Object;
    names.push(name);
    if (name === "Error") break;
  }
  return names;
}

function wordsOf(thrown: unknown, secrets: readonly string[]): string {
  let words = thrown instanceof Error ? thrown.message : "something that is no error";
  for (const secret of secrets) words = words.replaceAll(secret, "…");
  return words
    .replaceAll(/https?:\/\/\S+/gu, "(address)")
    .replaceAll(/(signature|sign|api_?key)=[^&\s]+/giu, "$1=…")
    .replaceAll(/\s+/gu, " ")
    .slice(0, 200)
    .replace(/[.\s]+$/u, "");
}

/** The field of the request that the exchange most likely means. */
function fieldOf(name: string | undefined, reason: string): string {
  if (name === "BadSymbol") return "symbol";
  if (/trigger|stop ?price/iu.test(reason)) return "stopPrice";
  return /price|tick/iu.test(reason) ? "price" : "quantity";
}
