/** Accounts with a passkey, and the authenticators that hold it. */
import {
  type Authenticator,
  createAuthenticator,
  type Lies,
} from "../../../conformance/src/factors/authenticator.ts";
import type { AuthCoreOptions, PasskeyOptions, SignedIn } from "../../src/index.ts";
import { type Fixture, fixture, PASSWORD } from "./auth.ts";
import { ADA } from "./factors.ts";

export const ORIGIN = "https://accounts.example";

export const PASSKEYS: PasskeyOptions = {
  publicUrl: `${ORIGIN}/console`,
  webauthn: () => import("@simplewebauthn/server"),
};

export function passkeyFixture(options: Partial<AuthCoreOptions> = {}): Promise<Fixture> {
  return fixture({ passkeys: PASSKEYS, ...options });
}

export interface WithPasskey {
  readonly user: SignedIn["user"];
  readonly signedIn: SignedIn;
  readonly factorId: string;
  readonly recoveryCodes: readonly string[];
  readonly device: Authenticator;
  /** Logs in by the passkey alone. */
  readonly enter: (lies?: Lies) => Promise<SignedIn>;
  /** Logs in by password and passkey. */
  readonly enterBoth: (lies?: Lies) => Promise<SignedIn>;
}

/** Registers an account and gives it a passkey. */
export async function withPasskey({ auth }: Fixture, email = ADA): Promise<WithPasskey> {
  const signedIn = await auth.accounts.register({ email, password: PASSWORD });
  const { user } = signedIn;
  const device = createAuthenticator(ORIGIN);
  const credential = device.create(await auth.factors.beginPasskey(user.id));
  const { id, recoveryCodes } = await auth.factors.addPasskey(user.id, { credential });
  return {
    user,
    signedIn,
    factorId: id,
    recoveryCodes,
    device,
    enter: async (lies) => {
      const options = await auth.accounts.beginPasskeyLogin();
      return await auth.accounts.loginWithPasskey({ credential: device.use(options, lies) });
    },
    enterBoth: async (lies) => {
      const { challenge } = await auth.accounts.login({ email, password: PASSWORD }).then(
        () => Promise.reject(new Error("not challenged")),
        (error: { readonly details: { readonly challenge: string } }) => error.details,
      );
      const options = await auth.accounts.beginPasskeyLogin({ challenge });
      return await auth.accounts.loginWithFactor({
        challenge,
        credential: device.use(options, lies),
      });
    },
  };
}
