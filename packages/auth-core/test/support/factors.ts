/** Accounts with an authenticator app. */
import { fromBase32 } from "../../../credentials/src/factors/base32.ts";
import { hotp, stepAt } from "../../../credentials/src/factors/totp.ts";
import type { AuthCore, FactorChallenge, SignedIn } from "../../src/index.ts";
import { type Fixture, PASSWORD } from "./auth.ts";

export const ADA = "ada@example.com";

export interface WithTotp {
  readonly user: SignedIn["user"];
  /** Login from before the factor. */
  readonly signedIn: SignedIn;
  readonly factorId: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Next code of the app: moves the clock by a step, since a code works once. */
  readonly nextCode: () => Promise<string>;
}

/** The code of a secret at a time. */
export function codeAt(secret: string, now: number): Promise<string> {
  return hotp(fromBase32(secret), stepAt(now));
}

/** Registers an account and gives it an authenticator app. */
export async function withTotp({ auth, clock }: Fixture, email = ADA): Promise<WithTotp> {
  const signedIn = await auth.accounts.register({ email, password: PASSWORD, name: "Ada" });
  const { user } = signedIn;
  const { id, secret } = await auth.factors.addTotp(user.id);
  const code = await codeAt(secret, clock.now());
  const recoveryCodes = await auth.factors.confirmTotp(user.id, { id, code });
  const nextCode = async (): Promise<string> => {
    await clock.advance(30_000);
    return await codeAt(secret, clock.now());
  };
  return { user, signedIn, factorId: id, secret, recoveryCodes, nextCode };
}

/** The details of the challenge that `work` is refused with. Rejects when it is not refused. */
export async function challengeOf(work: Promise<unknown>): Promise<FactorChallenge> {
  return work.then(
    () => Promise.reject(new Error("not challenged")),
    (error: { readonly details: FactorChallenge }) => error.details,
  );
}

/** The challenge of a login. */
export function loginChallenge(auth: AuthCore, email = ADA): Promise<FactorChallenge> {
  return challengeOf(auth.accounts.login({ email, password: PASSWORD }));
}
