/** Suspended accounts and hidden comments, for curators and admins. */

import type { Actor } from "../actor.ts";
import type { DraftComment } from "../drafts/draft.ts";
import type { User } from "../users/user.ts";
import { hideComment } from "./hide-comment.ts";
import type { ModerationParts } from "./moderation-parts.ts";
import { reinstateAccount } from "./reinstate-account.ts";
import { showComment } from "./show-comment.ts";
import { type NewSuspension, suspendAccount } from "./suspend-account.ts";

/** Suspended accounts and hidden comments. Every call requires the role curator or admin. */
export interface Moderation {
  /**
   * Suspends an account: from its next request on it can read, and change nothing but its password, factors and
   * sessions, and it may leave. Its sessions go on, and its claims end. A curator may suspend accounts without a role,
   * an admin all but their own and the last admin's.
   *
   * @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT while it is suspended, LAST_ADMIN, VALIDATION_ERROR
   */
  suspend(actor: Actor, userId: string, input: NewSuspension): Promise<User>;
  /** Lifts a suspension. @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT when there is none in force */
  reinstate(actor: Actor, userId: string): Promise<User>;
  /**
   * Hides a comment: its author and curators still read it, with the reason; others get an empty text.
   *
   * @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT when it is hidden, VALIDATION_ERROR
   */
  hideComment(
    actor: Actor,
    draftId: string,
    input: { readonly commentId: string; readonly reason: string },
  ): Promise<DraftComment>;
  /** Shows a hidden comment again. @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT when it is not hidden */
  showComment(
    actor: Actor,
    draftId: string,
    input: { readonly commentId: string },
  ): Promise<DraftComment>;
}

/** Creates the moderation of a store. */
export function createModeration(parts: ModerationParts): Moderation {
  return Object.freeze<Moderation>({
    suspend: (actor, userId, input) => suspendAccount(parts, actor, userId, input),
    reinstate: (actor, userId) => reinstateAccount(parts, actor, userId),
    hideComment: (actor, draftId, input) => hideComment(parts, actor, draftId, input),
    showComment: (actor, draftId, { commentId }) => showComment(parts, actor, draftId, commentId),
  });
}
