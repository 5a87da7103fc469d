/** The usage of an account. */

import type { Clock, Store } from "@bourse/kernel";

import { apiKeys } from "../api-keys/api-key.ts";
import { deployments, transactions } from "./records.ts";

/** Usage of an account: API keys and sessions as of now, records of the current calendar month (UTC). */
export interface Usage {
  /** Period in which records are counted. */
  readonly period: {
    /** Beginning of the month in milliseconds since the Unix epoch (UTC). */
    readonly from: number;
    /** Time of the count in milliseconds since the Unix epoch (UTC). */
    readonly to: number;
  };
  /** Number of API keys that are not revoked. */
  readonly apiKeys: number;
  /** Number of live sessions. */
  readonly sessions: number;
  /** Number of deployments recorded in the period. */
  readonly deployments: number;
  /** Number of transactions recorded in the period. */
  readonly transactions: number;
}

/** Counts what an account uses; the caller counts its live sessions. */
export async function countUsage(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  userId: string,
  liveSessions: number,
): Promise<Usage> {
  const now = clock.now();
  const from = monthOf(now);
  const ofMonth = { index: "by_user", equals: [userId], range: { gte: from } } as const;
  const [keys, deployed, recorded] = await Promise.all([
    store.count(apiKeys, { index: "by_user", equals: [userId, null] }),
    store.count(deployments, ofMonth),
    store.count(transactions, ofMonth),
  ]);
  return {
    period: { from, to: now },
    apiKeys: keys,
    sessions: liveSessions,
    deployments: deployed,
    transactions: recorded,
  };
}

function monthOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
