/** The steps of a sign-in that are the same in every core: from the button to the code that a page redeems. */

import type { Origin } from "../origin/origin.ts";
import type { FinishedSignIn } from "./finish-sign-in.ts";
import type { OpenIdProvider } from "./openid-client.ts";
import type { OpenIdSignIns } from "./openid-sign-ins.ts";

/** The steps of a sign-in before its code is redeemed. */
export interface OpenIdSteps {
  /** The providers, in the order in which pages show them; empty when none are set up. */
  providers(): readonly OpenIdProvider[];
  /**
   * Begins a sign-in, and resolves to the address that the browser is sent to: the provider's, or the own page's when
   * the provider is away. `challenge` is the SHA-256 of the page's verifier, base64url.
   *
   * @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND, VALIDATION_ERROR for the challenge, RATE_LIMITED beyond 300
   * an hour from one IP address
   */
  begin(
    start: { readonly provider: string; readonly challenge: string },
    origin?: Origin,
  ): Promise<string>;
  /**
   * Checks what a browser came back from a provider with, and resolves to the address of the own page that it is sent
   * on to: with a code of a minute, or with the reason of a failure.
   *
   * @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND
   */
  finish(
    answer: { readonly provider: string; readonly search: string },
    origin?: Origin,
  ): Promise<FinishedSignIn>;
}

/** The steps over the sign-ins of a core; `refused` is told of each browser that brought no proof. */
export function createOpenIdSteps(
  signIns: OpenIdSignIns,
  refused: (origin: Origin | undefined) => void,
): OpenIdSteps {
  return {
    providers: () => signIns.providers,
    begin: (start, origin = {}) => signIns.begin(start, origin),
    finish: async (answer, origin) => {
      const finished = await signIns.finish(answer);
      if (finished.failure !== null) refused(origin);
      return finished;
    },
  };
}
