/** The parts that the acts of a sign-in share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import type { AttemptLimit } from "../throttle/attempt-limit.ts";
import type { OpenIdSetup } from "./openid-options.ts";
import type { RefuseOpenId } from "./openid-refusal.ts";

/** Parts that sign-ins are built from. */
export interface OpenIdParts {
  readonly store: Store;
  /** Key that nonce and PKCE verifier of a state are derived with. */
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The providers, or the part that is missing. */
  readonly setup: OpenIdSetup | string;
  /** Sign-ins that one IP address may begin. */
  readonly starts: AttemptLimit;
  readonly refuse: RefuseOpenId;
}

/** The sign-ins that are set up. @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND for an unknown provider */
export function setupOf({ setup, refuse }: OpenIdParts, provider: string): OpenIdSetup {
  const ready = readySetup({ setup, refuse });
  if (ready.client.providers.some(({ name }) => name === provider)) return ready;
  throw refuse("NOT_FOUND", "There is no such OpenID provider.");
}

/** The sign-ins that are set up. @throws the core's error OIDC_UNAVAILABLE */
export function readySetup({ setup, refuse }: Pick<OpenIdParts, "setup" | "refuse">): OpenIdSetup {
  if (typeof setup !== "string") return setup;
  const message = `This service has no sign-in with OpenID providers: its operator has to set up ${setup}.`;
  throw refuse("OIDC_UNAVAILABLE", message);
}
