/** Known states of an access control service, for the tests of its callers: Ada has an account in all of them. */

import { RECORD_STATUSES, type AuthCore, type RecordStatus } from "@bourse/auth-core";
import type { ManualClock } from "@bourse/kernel";

import { CALLER_ADDRESS } from "../mock-service.ts";

/** Name of a known state. */
export type AuthScenario =
  /** Ada has registered and is logged in. */
  | "account"
  /** Ada has three API keys with `read` and `deploy`: a valid one, an expired one, a revoked one. */
  | "keys"
  /** Ada has recorded a deployment in each status, and a transaction in each. */
  | "records"
  /** Ada's account is blocked after too many failed logins: logins are RATE_LIMITED. */
  | "blocked"
  /** Ada's account is disabled: her tokens and keys are refused. */
  | "disabled";

/** Names of the scenarios of `createAuthMock`. */
export const AUTH_SCENARIOS: readonly AuthScenario[] = Object.freeze([
  "account",
  "keys",
  "records",
  "blocked",
  "disabled",
]);

/** Ada's account with its credentials. */
export interface ScenarioAccount {
  /** UUID of the account. */
  readonly id: string;
  /** E-mail address of the account. */
  readonly email: string;
  /** Password of the account. */
  readonly password: string;
  /** Access token of Ada's login. */
  readonly token: string;
  /** Refresh token of Ada's login. */
  readonly refreshToken: string;
  /** API keys of the scenario `keys`; null in all others. */
  readonly keys: ScenarioKeys | null;
  /** Deployments and transactions of the scenario `records`; null in all others. */
  readonly records: ScenarioRecords | null;
}

/** API keys by what has become of them. */
export type ScenarioKeys = Readonly<Record<"living" | "expired" | "revoked", string>>;

/** Deployments and transactions by their status. */
export interface ScenarioRecords {
  /** Ids of the deployments. */
  readonly deployments: Readonly<Record<RecordStatus, string>>;
  /** Hashes of the transactions. */
  readonly transactions: Readonly<Record<RecordStatus, string>>;
}

/** Value that `scenario` hands out, by the scenario's name. */
export interface AuthHandedOut {
  /** Ada's account. */
  readonly account: ScenarioAccount;
  /** Ada's account and its API keys. */
  readonly keys: ScenarioAccount & {
    /** API keys of the account. */
    readonly keys: ScenarioKeys;
  };
  /** Ada's account and what it has recorded. */
  readonly records: ScenarioAccount & {
    /** Deployments and transactions of the account. */
    readonly records: ScenarioRecords;
  };
  /** Ada's account, which is blocked. */
  readonly blocked: ScenarioAccount;
  /** Ada's account, which is disabled. */
  readonly disabled: ScenarioAccount;
}

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const DAY_MILLISECONDS = 86_400_000;

/** Brings a fresh service into the state. */
export async function playScenario(
  name: AuthScenario,
  core: AuthCore<string>,
  clock: ManualClock,
): Promise<ScenarioAccount> {
  const { user } = await core.accounts.register({ email: EMAIL, password: PASSWORD, name: "Ada" });
  const keys = name === "keys" ? await threeKeys(core, user.id, clock) : null;
  const records = name === "records" ? await recordsOf(core, user.id) : null;
  // Logged in after the day that a key took to expire, so that these tokens are fresh.
  const { token, refreshToken } = await core.accounts.login({ email: EMAIL, password: PASSWORD });
  if (name === "blocked") await guessUntilBlocked(core);
  if (name === "disabled") await core.accounts.disable(EMAIL);
  return { id: user.id, email: EMAIL, password: PASSWORD, token, refreshToken, keys, records };
}

async function threeKeys(
  { keys, permissions: { names } }: AuthCore<string>,
  userId: string,
  clock: ManualClock,
): Promise<ScenarioKeys> {
  const usual = ["read", "deploy"].filter((name) => names.includes(name));
  const permissions = usual.length > 0 ? usual : names.slice(0, 2);
  const expired = await keys.create(userId, { name: "expired", permissions, expiresInDays: 1 });
  await clock.advance(DAY_MILLISECONDS);
  const revoked = await keys.create(userId, { name: "revoked", permissions });
  await keys.revoke(userId, revoked.id);
  const living = await keys.create(userId, { name: "living", permissions });
  return { living: living.key, expired: expired.key, revoked: revoked.key };
}

/** Steps that bring a record from `pending` to a status. */
const STEPS: Readonly<Record<RecordStatus, readonly RecordStatus[]>> = {
  pending: [],
  in_progress: ["in_progress"],
  completed: ["in_progress", "completed"],
  failed: ["in_progress", "failed"],
};

async function recordsOf({ registry }: AuthCore<string>, userId: string): Promise<ScenarioRecords> {
  const deployments: [RecordStatus, string][] = [];
  const transactions: [RecordStatus, string][] = [];
  const chain = "ethereum";
  for (const [place, status] of RECORD_STATUSES.entries()) {
    const input = { name: `bridge ${status}`, chains: [chain] };
    const { id: deploymentId } = await registry.createDeployment(userId, input);
    const hash = `0x${String(place + 1).repeat(64)}`;
    await registry.createTransaction(userId, { deploymentId, chain, hash });
    for (const step of STEPS[status]) {
      await registry.moveDeployment(userId, deploymentId, step);
      await registry.moveTransaction(userId, hash, step);
    }
    deployments.push([status, deploymentId]);
    transactions.push([status, hash]);
  }
  return { deployments: byStatus(deployments), transactions: byStatus(transactions) };
}

function byStatus(entries: readonly [RecordStatus, string][]): Record<RecordStatus, string> {
  return Object.fromEntries(entries) as Record<RecordStatus, string>;
}

async function guessUntilBlocked({ accounts }: AuthCore<string>): Promise<void> {
  for (;;) {
    const guess = accounts.login(
      { email: EMAIL, password: "not the password" },
      { ip: CALLER_ADDRESS },
    );
    const code = await guess.then(
      () => null,
      (error: { readonly code?: unknown }) => error.code,
    );
    if (code === "RATE_LIMITED") return;
  }
}
