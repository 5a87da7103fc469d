/** The creation of a draft. */

import { checkQuota } from "@bourse/credentials";
import type { Json, Transaction } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { Acknowledgement } from "../rules/acknowledgement.ts";
import { checkDraftData } from "../specification/check-draft-data.ts";
import type { DraftData } from "../specification/draft-data.ts";
import { announceDraft } from "./announce-draft.ts";
import { UNCLAIMED } from "./draft-claim.ts";
import { type DraftDocument, drafts } from "./draft-document.ts";
import { findDraftRequest, identifyDraftRequest, insertDraftRequest } from "./draft-request.ts";
import { draftView } from "./draft-view.ts";
import type { Draft, JsonObject } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";
import { insertVersion } from "./insert-version.ts";
import { readDraft } from "./read-draft.ts";

/** Input of a new draft. */
export interface NewDraft extends Acknowledgement {
  /** The market specification, which may still be incomplete. */
  readonly draftData: DraftData;
  /** True to submit the draft at once. Default true. */
  readonly submit?: boolean;
  /** Name of the model that wrote the draft. Default null. */
  readonly aiModelUsed?: string | null;
  /** The caller's own data about that generation. Default null. */
  readonly aiGenerationMetadata?: JsonObject | null;
  /** The conversation that led to the draft. Default null. */
  readonly conversationHistory?: readonly Json[] | null;
}

/** Options of {@link createDraft}. */
export interface CreateDraftOptions {
  /**
   * Key of the call, of this account: a repeat with the same input in 24 hours answers the draft of the first call and
   * creates none. Default: none.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Statuses of drafts that count for the author's quota. */
const OPEN: readonly DraftStatus[] = ["draft", "pending", "in_review", "changes_requested"];

/**
 * Creates a draft, and submits it at once unless the input says otherwise.
 *
 * @throws CurationError VALIDATION_ERROR, DRAFT_INCOMPLETE, QUOTA_EXCEEDED, IDEMPOTENCY_KEY_REUSED
 */
export async function createDraft(
  parts: DraftsParts,
  actor: Actor,
  input: NewDraft,
  { idempotencyKey: key }: CreateDraftOptions = {},
): Promise<Draft> {
  const { ledger, moves, assessor, openDraftsPerAuthor, ids } = parts;
  const request = key === undefined ? undefined : identifyDraftRequest(actor.id, key, input);
  const data = checkDraftData(input.draftData);
  const submit = input.submit ?? true;
  const acknowledgedWarnings = submit ? assessor.requireComplete(data, input) : [];
  const assessment = await assessor.assess(data);
  const made = await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const first = request && (await findDraftRequest(tx, request, now));
    if (first !== undefined) return first;
    checkQuota(await countOpen(tx, actor.id), openDraftsPerAuthor, "open drafts", CurationError);
    const change = unit.next();
    const draft: DraftDocument = {
      ...NEW,
      ...assessment,
      id: ids.uuid(),
      creatorId: actor.id,
      creatorWallet: actor.walletAddress,
      draftData: data,
      status: submit ? "pending" : "draft",
      aiModelUsed: input.aiModelUsed ?? null,
      aiGenerationMetadata: input.aiGenerationMetadata ?? null,
      conversationHistory: input.conversationHistory ?? null,
      createdAt: now,
      updatedAt: now,
      submittedAt: submit ? now : null,
      change,
      versionChange: change,
    };
    await tx.insert(drafts, draft);
    if (request !== undefined) await insertDraftRequest(tx, request, draft.id, now);
    await insertVersion(unit, actor, draft, null);
    const action = submit ? "submit" : "edit";
    await moves.record(unit, actor, draft, { action, to: draft.status, acknowledgedWarnings });
    if (submit) await announceDraft(unit, "draft.submitted", actor, draft);
    return draft;
  });
  return draftView(typeof made === "string" ? await readDraft(parts, actor, made) : made);
}

const NEW = {
  ...UNCLAIMED,
  curatorNotes: null,
  requestedChanges: null,
  version: 1,
  marketId: null,
  reviewedAt: null,
  approvedAt: null,
} as const;

async function countOpen(tx: Transaction, creatorId: string): Promise<number> {
  let open = 0;
  for (const status of OPEN) {
    open += await tx.count(drafts, { index: "by_creator_status", equals: [creatorId, status] });
  }
  return open;
}
