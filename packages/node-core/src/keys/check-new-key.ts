/** Input of a new API key and its validation. */

import { toAddress } from "../address.ts";
import { NodeError } from "../errors.ts";
import type { ApiKeyDocument, KeyScope, SpendingDocument } from "./api-key-document.ts";

/** API key to create. */
export interface NewApiKey {
  /** Name to recognise the key by. 1–100 characters. */
  readonly name: string;
  /** Rights of the key, at least one. */
  readonly scopes: readonly KeyScope[];
  /** Time from which the key is refused, in epoch milliseconds. Default: never. */
  readonly expiresAt?: number | null | undefined;
  /** Addresses that the key may pay, 1–100; only with the scope `transfer`. Default: any. */
  readonly payees?: readonly string[] | null | undefined;
  /**
   * Limits on what the key may pay, 1–100, one per token; tokens that are not listed cannot be paid. Only with the
   * scope `transfer`. Default: no limit.
   */
  readonly spending?: readonly KeySpending[] | null | undefined;
  /** Maximum number of shares in a UTC day, 1–1,000,000,000. Default: the node's `keySharesPerDay`. */
  readonly sharesPerDay?: number | null | undefined;
  /**
   * Maximum units of gas in a UTC day, of shares and transfers together; 21,000–1,000,000,000,000. Default: the node's
   * `keyGasPerDay`.
   */
  readonly gasPerDay?: number | null | undefined;
}

/** Limit of an API key on one token. */
export interface KeySpending {
  /** Address of the token; the zero address is the native token. */
  readonly token: string;
  /** Maximum amount of one call in the token's smallest unit. Default: no limit. */
  readonly perCall?: bigint | null | undefined;
  /** Maximum amount of any 24 hours in the token's smallest unit. Default: no limit. */
  readonly perDay?: bigint | null | undefined;
}

const KEY_SCOPES: readonly KeyScope[] = ["share", "read", "transfer", "admin"];

const MOST_ENTRIES = 100;

/** Bounds of the quotas of a key; a plain payment takes 21,000 units of gas. */
export const QUOTA_BOUNDS = {
  sharesPerDay: { min: 1, max: 1_000_000_000 },
  gasPerDay: { min: 21_000, max: 1_000_000_000_000 },
} as const;

type CheckedKey = Pick<
  ApiKeyDocument,
  "name" | "scopes" | "expiresAt" | "payees" | "spending" | "sharesPerDay" | "gasPerDay"
>;

/** @throws NodeError VALIDATION_ERROR (name, scopes, expiresAt, payees, spending, sharesPerDay, gasPerDay) */
export function checkNewKey(request: NewApiKey, now: number): CheckedKey {
  const { name, scopes, expiresAt = null, payees = null, spending = null } = request;
  const { length } = Array.from(name);
  if (length < 1 || length > 100) throw invalid("name", "expected 1 to 100 characters");
  if (
    !Array.isArray(scopes) ||
    scopes.length === 0 ||
    scopes.some((scope) => !KEY_SCOPES.includes(scope))
  ) {
    throw invalid("scopes", `expected one or more of ${KEY_SCOPES.join(", ")}`);
  }
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now)) {
    throw invalid("expiresAt", "expected a time in the future");
  }
  const pays = scopes.includes("transfer");
  return {
    name,
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt,
    payees: payees === null ? null : checkPayees(payees, pays),
    spending: spending === null ? null : checkSpending(spending, pays),
    ...checkedQuota("sharesPerDay", request.sharesPerDay),
    ...checkedQuota("gasPerDay", request.gasPerDay),
  };
}

/** @throws NodeError VALIDATION_ERROR */
function checkedQuota<Field extends keyof typeof QUOTA_BOUNDS>(
  field: Field,
  value: number | null | undefined,
): { readonly [Name in Field]?: number } {
  if (value === undefined || value === null) return {};
  const { min, max } = QUOTA_BOUNDS[field];
  if (!Number.isInteger(value) || value < min || value > max) {
    throw invalid(field, `expected a whole number from ${min} to ${max}`);
  }
  return { [field]: value } as { readonly [Name in Field]: number };
}

function checkPayees(payees: readonly string[], pays: boolean): ApiKeyDocument["payees"] {
  checkLimitList("payees", payees, pays);
  return [...new Set(payees.map((payee) => toAddress(payee, "payees")))];
}

function checkSpending(limits: readonly KeySpending[], pays: boolean): readonly SpendingDocument[] {
  checkLimitList("spending", limits, pays);
  const checked = limits.map(({ token, perCall = null, perDay = null }) => ({
    token: toAddress(token, "spending"),
    perCall: amountOf(perCall),
    perDay: amountOf(perDay),
  }));
  if (new Set(checked.map(({ token }) => token)).size < checked.length) {
    throw invalid("spending", "expected each token once");
  }
  return checked;
}

function checkLimitList(field: string, entries: readonly unknown[], pays: boolean): void {
  if (!pays) throw invalid(field, "a limit on payments goes with the scope transfer only");
  if (entries.length < 1 || entries.length > MOST_ENTRIES) {
    throw invalid(field, `expected 1 to ${MOST_ENTRIES} entries, or none at all for no limit`);
  }
}

function amountOf(amount: bigint | null): string | null {
  if (amount === null) return null;
  if (amount > 0n && amount < 2n ** 256n) return amount.toString();
  throw invalid("spending", "expected amounts from 1 to 2^256 − 1");
}

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}
