/** The end of every way in. */

import { go, place } from "@bourse/ui";

import type { accounts } from "../../model/service.ts";
import { user } from "../../model/session.ts";

/** Stores who signed in and leaves the page of that name, if it is the one that is shown. */
export function enter(signedIn: Awaited<ReturnType<typeof accounts.login>>): void {
  user.value = signedIn.user;
  if (place.value.page === "sign-in") go(["drafts"]);
}
