/** Sign-ins with OpenID providers of one core: from the button to the person, and the identities of accounts. */

import { type Clock, deleteFound, type Ids, type Store, type Transaction } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";

import type { Origin } from "../origin/origin.ts";
import { createAttemptLimit } from "../throttle/attempt-limit.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { type FinishedSignIn, finishSignIn } from "./finish-sign-in.ts";
import { addIdentity } from "./identities.ts";
import type { OpenIdProof, OpenIdProvider } from "./openid-client.ts";
import { openIdFlows } from "./openid-flow-document.ts";
import type { OpenIdIdentityDocument } from "./openid-identity-document.ts";
import { type OpenIdOptions, resolveOpenId } from "./openid-options.ts";
import type { OpenIdParts } from "./openid-parts.ts";
import type { RefuseOpenId } from "./openid-refusal.ts";
import { keepPerson, redeemCode, type RedeemedCode, takePerson } from "./redeem-code.ts";

/** Parts that the sign-ins of a core are built from. */
export interface OpenIdSignInsParts {
  /** Store that was opened with `openIdFlows`, `openIdIdentities` and `loginFailures`. */
  readonly store: Store;
  /** 32 bytes; the key of nonces and PKCE verifiers is derived from it. */
  readonly masterKey: Uint8Array;
  /** Source of the time. */
  readonly clock: Clock;
  /** Source of ids. */
  readonly ids: Ids;
  /** Providers; undefined when none are set up. */
  readonly openId: OpenIdOptions | undefined;
  /** Makes the core's own errors. */
  readonly refuse: RefuseOpenId;
}

/** Sign-ins with OpenID providers, for a core's own use. */
export interface OpenIdSignIns {
  /** The providers, in the order in which pages show them; none when none are set up. */
  readonly providers: readonly OpenIdProvider[];
  /**
   * Address that the browser is sent to: the provider's, or the own page's when the provider is away.
   *
   * @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND, VALIDATION_ERROR, RATE_LIMITED
   */
  begin(
    start: { readonly provider: string; readonly challenge: string },
    origin: Origin,
  ): Promise<string>;
  /** Sends a browser that came back on to the own page. @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND */
  finish(answer: { readonly provider: string; readonly search: string }): Promise<FinishedSignIn>;
  /** The person that a page's code stands for. @throws the core's error OIDC_CODE_INVALID, OIDC_UNAVAILABLE */
  redeem(code: RedeemedCode): Promise<OpenIdProof>;
  /** Keeps a person whom no account knows for half an hour; resolves to the code of the registration, `or_…`. */
  keep(proof: OpenIdProof, verifier: string): Promise<string>;
  /**
   * The person of such a code, which is used up by the caller's transaction.
   *
   * @throws the core's error OIDC_CODE_INVALID, OIDC_UNAVAILABLE
   */
  take(tx: Transaction, code: RedeemedCode): Promise<OpenIdProof>;
  /**
   * Links an account with an identity in the caller's transaction.
   *
   * @throws the core's error CONFLICT, QUOTA_EXCEEDED
   */
  link(tx: Transaction, userId: string, proof: OpenIdProof): Promise<OpenIdIdentityDocument>;
  /** Deletes sign-ins that are over, at most 1000 a call. */
  sweep(): Promise<void>;
}

const KEY_BYTES = 32;

/** Opens the sign-ins of a core. @throws KernelError OPTION_INVALID */
export function openOpenIdSignIns(given: OpenIdSignInsParts): OpenIdSignIns {
  const { store, masterKey, clock, ids, openId, refuse } = given;
  const key = hkdfSha256(masterKey, "bourse openid", KEY_BYTES);
  const limit = { kind: "openid_start", maxAttempts: 300, windowSeconds: 3600 } as const;
  const starts = createAttemptLimit({ store, clock, ...limit });
  const setup = resolveOpenId(openId);
  const parts: OpenIdParts = { store, key, clock, ids, setup, starts, refuse };
  return Object.freeze<OpenIdSignIns>({
    providers: typeof setup === "string" ? [] : setup.client.providers,
    begin: (start, origin) => beginSignIn(parts, start, origin),
    finish: (answer) => finishSignIn(parts, answer),
    redeem: (code) => redeemCode(parts, code),
    keep: (proof, verifier) => keepPerson(parts, proof, verifier),
    take: (tx, code) => takePerson(parts, tx, code),
    link: (tx, userId, proof) => addIdentity(parts, tx, userId, proof),
    sweep: async () => {
      await deleteFound(store, openIdFlows, { index: "by_end", range: { lte: clock.now() } });
    },
  });
}
