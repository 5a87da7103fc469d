/** Known states of an access control service, for the tests of its callers: Ada has an account in all of them. */

import type { AuthCore } from "@bourse/auth-core";
import type { ManualClock } from "@bourse/kernel";

/** Name of a known state. */
export type AuthScenario =
  /** Ada has registered and is logged in. */
  | "account"
  /** Ada has three API keys with `read` and `deploy`: a valid one, an expired one, a revoked one. */
  | "keys"
  /** Ada's account is blocked after too many failed logins: logins are RATE_LIMITED. */
  | "blocked"
  /** Ada's account is disabled: her tokens and keys are refused. */
  | "disabled";

/** Names of the scenarios of `createAuthMock`. */
export const AUTH_SCENARIOS: readonly AuthScenario[] = Object.freeze([
  "account",
  "keys",
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
  readonly keys: Readonly<Record<"living" | "expired" | "revoked", string>> | null;
}

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const DAY_MILLISECONDS = 86_400_000;

/** Brings a fresh service into the state. */
export async function playScenario(
  name: AuthScenario,
  core: AuthCore,
  clock: ManualClock,
): Promise<ScenarioAccount> {
  const { user } = await core.accounts.register({ email: EMAIL, password: PASSWORD, name: "Ada" });
  const keys = name === "keys" ? await threeKeys(core, user.id, clock) : null;
  // Logged in after the day that a key took to expire, so that these tokens are fresh.
  const { token, refreshToken } = await core.accounts.login({ email: EMAIL, password: PASSWORD });
  if (name === "blocked") await guessUntilBlocked(core);
  if (name === "disabled") await core.accounts.disable(EMAIL);
  return { id: user.id, email: EMAIL, password: PASSWORD, token, refreshToken, keys };
}

async function threeKeys(
  { keys }: AuthCore,
  userId: string,
  clock: ManualClock,
): Promise<ScenarioAccount["keys"]> {
  const permissions = ["read", "deploy"] as const;
  const expired = await keys.create(userId, { name: "expired", permissions, expiresInDays: 1 });
  await clock.advance(DAY_MILLISECONDS);
  const revoked = await keys.create(userId, { name: "revoked", permissions });
  await keys.revoke(userId, revoked.id);
  const living = await keys.create(userId, { name: "living", permissions });
  return { living: living.key, expired: expired.key, revoked: revoked.key };
}

async function guessUntilBlocked({ accounts }: AuthCore): Promise<void> {
  for (;;) {
    const guess = accounts.login({ email: EMAIL, password: "not the password" });
    const code = await guess.then(
      () => null,
      (error: { readonly code?: unknown }) => error.code,
    );
    if (code === "RATE_LIMITED") return;
  }
}
