/** The change of a profile by its owner. */

import type { Actor } from "../actor.ts";
import { type UserDocument, readAccount, userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { ProfilePatch } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { checkProfile, checkUsername } from "./check-account.ts";
import { duplicate } from "./taken.ts";

/** Changes the actor's profile. @throws CurationError VALIDATION_ERROR, USERNAME_TAKEN, NOT_FOUND */
export async function changeProfile(
  { ledger }: Pick<AccountsParts, "ledger">,
  actor: Actor,
  patch: ProfilePatch,
): Promise<User> {
  checkProfile(patch);
  return await ledger
    .run(async ({ tx, now }) => {
      const { value, version } = await readAccount(tx, actor.id);
      const { username = value.username } = patch;
      // An account of a release that took more names keeps its own.
      if (username !== value.username) checkUsername(username);
      const changed: UserDocument = {
        ...value,
        username,
        usernameKey: username.toLowerCase(),
        displayName: patch.displayName === undefined ? value.displayName : patch.displayName,
        avatarUrl: patch.avatarUrl === undefined ? value.avatarUrl : patch.avatarUrl,
        bio: patch.bio === undefined ? value.bio : patch.bio,
        updatedAt: now,
      };
      return userView((await tx.replace(users, changed, version)).value);
    })
    .catch(duplicate);
}
