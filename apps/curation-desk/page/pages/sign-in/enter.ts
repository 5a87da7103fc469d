/** The end of every way in. */

import { challengeOf, type FactorChallenge, go, place } from "@bourse/ui";
import { signal } from "@preact/signals";

import type { accounts } from "../../model/service.ts";
import { user } from "../../model/session.ts";

type SignedIn = Awaited<ReturnType<typeof accounts.login>>;

/** The login that waits for a second factor; undefined for none. */
export const challenge = signal<FactorChallenge | undefined>(undefined);

/** The sign-in of a person whom no account knows, for the registration that follows; undefined for none. */
export const newcomer = signal<{ readonly code: string; readonly verifier: string } | undefined>(
  undefined,
);

/** Stores who signed in and leaves the page of that name, if it is the one that is shown. */
export function enter(signedIn: SignedIn): void {
  challenge.value = undefined;
  newcomer.value = undefined;
  user.value = signedIn.user;
  if (place.value.page === "sign-in") go(["drafts"]);
}

/** Enters by a login; one that needs a second factor waits for it. */
export async function enterBy(login: () => Promise<SignedIn>): Promise<void> {
  try {
    enter(await login());
  } catch (error) {
    const asked = challengeOf(error, "FACTOR_REQUIRED");
    if (asked === undefined) throw error;
    challenge.value = asked;
  }
}
