/** Drafts for their owners: created, edited, submitted, discussed. */

import { checkQuota } from "@bourse/credentials";
import { type Ids, type Json, type Store, type Versioned, isFreeText } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { Ledger, UnitOfWork } from "../ledger/ledger.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { PageOf } from "../page.ts";
import type { Assessment, Assessor } from "../rules/assess.ts";
import { checkDraftData, checkPatch, merged } from "../specification/check-draft-data.ts";
import type { DraftData, DraftDataPatch } from "../specification/draft-data.ts";
import { type FieldChange, diffDraftData } from "../specification/draft-diff.ts";
import { announceDraft } from "./announce-draft.ts";
import { type DraftAction, draftActionView, draftActions } from "./draft-action.ts";
import { UNCLAIMED, atTheirTime } from "./draft-claim.ts";
import {
  type DraftCommentDocument,
  type DraftDocument,
  draftComments,
  drafts,
  draftVersions,
} from "./draft-document.ts";
import {
  type DraftMoves,
  requireOwner,
  requireStatus,
  requireVersion,
  visible,
} from "./draft-moves.ts";
import { draftCommentView, draftDetailView, draftVersionView, draftView } from "./draft-view.ts";
import type { Draft, DraftComment, DraftDetail, DraftVersion, JsonObject } from "./draft.ts";
import { type DraftQuery, listDrafts } from "./list-drafts.ts";

/** Input of a new draft. */
export interface NewDraft {
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

/** Input of an edit. */
export interface DraftEdit {
  /** Fields to replace; null removes a field. */
  readonly draftData: DraftDataPatch;
  /** Answer to the curator who requested changes, 1–5000 characters. Default null. */
  readonly curatorResponse?: string | null;
  /** Version that the author has read; another current version is VERSION_MISMATCH. Default: no check. */
  readonly version?: number | undefined;
}

/**
 * Drafts for their owners. A draft that the actor may not see is NOT_FOUND in every call, like one that does not exist.
 */
export interface Drafts {
  /**
   * Creates a draft.
   *
   * @throws CurationError VALIDATION_ERROR, DRAFT_INCOMPLETE (only when it is submitted at once), QUOTA_EXCEEDED
   */
  create(actor: Actor, input: NewDraft): Promise<Draft>;
  /** Lists the actor's drafts, newest first. @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
  list(actor: Actor, query?: DraftQuery): Promise<PageOf<Draft>>;
  /** Reads a draft with its conversation, for its owner and curators. @throws CurationError NOT_FOUND */
  get(actor: Actor, id: string): Promise<DraftDetail>;
  /**
   * Creates the next version of a draft in state `draft` or `changes_requested`, for its owner.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VERSION_MISMATCH, VALIDATION_ERROR,
   * QUOTA_EXCEEDED after 1000 versions
   */
  edit(actor: Actor, id: string, edit: DraftEdit): Promise<Draft>;
  /**
   * Submits a draft in state `draft` or `changes_requested` for review, for its owner.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, DRAFT_INCOMPLETE
   */
  submit(actor: Actor, id: string): Promise<Draft>;
  /**
   * Withdraws a draft in state `draft`, `pending` or `changes_requested`, for its owner; final. Its trail stays, and it
   * no longer counts as an open draft.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT
   */
  withdraw(actor: Actor, id: string): Promise<Draft>;
  /**
   * Adds a comment of 1–5000 characters, for the owner and curators. The comment of the claim's holder renews the
   * claim.
   *
   * @throws CurationError NOT_FOUND, VALIDATION_ERROR, QUOTA_EXCEEDED after 1000 comments
   */
  comment(actor: Actor, id: string, body: string): Promise<DraftComment>;
  /** Lists the comments, oldest first, at most 1000. @throws CurationError NOT_FOUND */
  comments(actor: Actor, id: string): Promise<readonly DraftComment[]>;
  /** Lists the versions, oldest first, at most 1000. @throws CurationError NOT_FOUND */
  history(actor: Actor, id: string): Promise<readonly DraftVersion[]>;
  /**
   * Compares two versions. `to` defaults to the current version, `from` to the one before `to`.
   *
   * @throws CurationError NOT_FOUND for the draft or a version
   */
  diff(
    actor: Actor,
    id: string,
    range?: { readonly from?: number | undefined; readonly to?: number | undefined },
  ): Promise<readonly FieldChange[]>;
  /** Lists the audit trail, oldest first, at most 1000 entries. @throws CurationError NOT_FOUND */
  actions(actor: Actor, id: string): Promise<readonly DraftAction[]>;
}

/** The parts that drafts are built from. */
export interface DraftsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly moves: DraftMoves;
  readonly assessor: Assessor;
  /** Lifetime of a claim after the holder's last action. */
  readonly claimMilliseconds: number;
  /** Maximum number of drafts of one author that are neither decided nor withdrawn. */
  readonly openDraftsPerAuthor: number;
  readonly ids: Ids;
}

const EDITABLE: readonly DraftStatus[] = ["draft", "changes_requested"];
/** Statuses of drafts that count for the author's quota. */
const OPEN: readonly DraftStatus[] = ["draft", "pending", "in_review", "changes_requested"];
/** Maximum number of versions of a draft, and of its comments: as many as their lists show. */
const MAXIMUM_OF_DRAFT = 1000;
const WITHDRAWABLE: readonly DraftStatus[] = ["draft", "pending", "changes_requested"];

/** Creates the drafts of a store. */
export function createDrafts(parts: DraftsParts): Drafts {
  const { store, ledger, moves, assessor, ids } = parts;

  const readVisible = async (actor: Actor, id: string): Promise<DraftDocument> => {
    const { value } = visible(await store.get(drafts, id), actor);
    const [draft = value] = await atTheirTime(store, ledger.now, [value]);
    return draft;
  };

  const insertVersion = async (
    { tx, now }: UnitOfWork,
    actor: Actor,
    draft: DraftDocument,
    curatorResponse: string | null,
  ): Promise<void> => {
    await tx.insert(draftVersions, {
      id: `${draft.id}:${draft.version}`,
      draftId: draft.id,
      version: draft.version,
      draftData: draft.draftData,
      editorId: actor.id,
      editorName: actor.username,
      curatorResponse: curatorResponse,
      createdAt: now,
    });
  };

  /**
   * Applies a change whose assessment is computed before the transaction. When the draft has a new version by then, the
   * assessment is computed again, so that stored data and stored assessment always belong together.
   */
  const change = async (
    actor: Actor,
    id: string,
    seen: number | undefined,
    dataOf: (draft: DraftDocument) => DraftData,
    commit: (
      unit: UnitOfWork,
      found: Versioned<DraftDocument>,
      next: AssessedData,
    ) => Promise<Draft>,
  ): Promise<Draft> => {
    for (;;) {
      const before = await readVisible(actor, id);
      requireOwner(before, actor);
      requireVersion(before, seen);
      requireStatus(before, EDITABLE);
      const data = dataOf(before);
      const assessment = await assessor.assess(data);
      const done = await ledger.run(async (unit) => {
        const found = await moves.read(unit, actor, id);
        if (found.value.version !== before.version) return undefined;
        requireStatus(found.value, EDITABLE);
        return await commit(unit, found, { data, assessment });
      });
      if (done !== undefined) return done;
    }
  };

  return Object.freeze({
    create: async (actor: Actor, input: NewDraft): Promise<Draft> => {
      const data = checkDraftData(input.draftData);
      const submit = input.submit ?? true;
      if (submit) assessor.requireComplete(data);
      const assessment = await assessor.assess(data);
      return await ledger.run(async (unit) => {
        const { tx, now } = unit;
        let open = 0;
        for (const status of OPEN) {
          open += await tx.count(drafts, {
            index: "by_creator_status",
            equals: [actor.id, status],
          });
        }
        checkQuota(open, parts.openDraftsPerAuthor, "open drafts", CurationError);
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
        await insertVersion(unit, actor, draft, null);
        const action = submit ? "submit" : "edit";
        await moves.record(unit, actor, draft, { action, to: draft.status });
        if (submit) await announceDraft(unit, "draft.submitted", actor, draft);
        return draftView(draft);
      });
    },

    list: async (actor: Actor, query: DraftQuery = {}): Promise<PageOf<Draft>> =>
      await listDrafts({ store, now: ledger.now }, actor.id, query),

    get: async (actor: Actor, id: string): Promise<DraftDetail> =>
      draftDetailView(await readVisible(actor, id)),

    edit: async (actor: Actor, id: string, edit: DraftEdit): Promise<Draft> => {
      checkPatch(edit.draftData);
      const response = edit.curatorResponse ?? null;
      if (response !== null) checkBody(response, "curatorResponse");
      const dataOf = (draft: DraftDocument): DraftData => merged(draft.draftData, edit.draftData);
      return await change(actor, id, edit.version, dataOf, async (unit, found, next) => {
        checkQuota(found.value.version, MAXIMUM_OF_DRAFT, "versions", CurationError);
        const { value } = await moves.move(unit, actor, found, {
          action: "edit",
          to: found.value.status,
          changes: { ...next.assessment, draftData: next.data, version: found.value.version + 1 },
          note: response,
        });
        await insertVersion(unit, actor, value, response);
        return draftView(value);
      });
    },

    submit: async (actor: Actor, id: string): Promise<Draft> => {
      const dataOf = (draft: DraftDocument): DraftData => draft.draftData;
      return await change(actor, id, undefined, dataOf, async (unit, found, { assessment }) => {
        assessor.requireComplete(found.value.draftData);
        const { value } = await moves.move(unit, actor, found, {
          action: "submit",
          to: "pending",
          changes: { ...assessment, ...UNCLAIMED, submittedAt: unit.now },
        });
        await announceDraft(unit, "draft.submitted", actor, value);
        return draftView(value);
      });
    },

    withdraw: (actor: Actor, id: string): Promise<Draft> =>
      ledger.run(async (unit) => {
        const found = await moves.read(unit, actor, id);
        requireOwner(found.value, actor);
        requireStatus(found.value, WITHDRAWABLE);
        const move = { action: "withdraw", to: "withdrawn", changes: UNCLAIMED } as const;
        return draftView((await moves.move(unit, actor, found, move)).value);
      }),

    comment: async (actor: Actor, id: string, body: string): Promise<DraftComment> => {
      checkBody(body, "body");
      return await ledger.run(async (unit) => {
        const found = await moves.read(unit, actor, id);
        const made = await unit.tx.count(draftComments, { index: "by_draft", equals: [id] });
        checkQuota(made, MAXIMUM_OF_DRAFT, "comments", CurationError);
        const { status, assignedCuratorId, creatorId } = found.value;
        const isHolder = status === "in_review" && assignedCuratorId === actor.id;
        const comment: DraftCommentDocument = {
          id: ids.uuid(),
          draftId: id,
          sequence: unit.next(),
          authorId: actor.id,
          authorName: actor.username,
          authorRole: creatorId === actor.id ? "owner" : "curator",
          body,
          createdAt: unit.now,
        };
        await unit.tx.insert(draftComments, comment);
        const renewed = { claimExpiresAt: unit.now + parts.claimMilliseconds };
        const changes = isHolder ? renewed : {};
        await moves.move(unit, actor, found, { action: "comment", to: status, changes });
        return draftCommentView(comment);
      });
    },

    comments: async (actor: Actor, id: string): Promise<readonly DraftComment[]> => {
      await readVisible(actor, id);
      const all = { index: "by_draft", equals: [id], limit: 1000 } as const;
      return (await store.find(draftComments, all)).items.map(({ value }) =>
        draftCommentView(value),
      );
    },

    history: async (actor: Actor, id: string): Promise<readonly DraftVersion[]> => {
      await readVisible(actor, id);
      const all = { index: "by_draft", equals: [id], limit: 1000 } as const;
      return (await store.find(draftVersions, all)).items.map(({ value }) =>
        draftVersionView(value),
      );
    },

    diff: async (
      actor: Actor,
      id: string,
      range: { readonly from?: number | undefined; readonly to?: number | undefined } = {},
    ): Promise<readonly FieldChange[]> => {
      const { version } = await readVisible(actor, id);
      const to = range.to ?? version;
      const from = range.from ?? Math.max(1, to - 1);
      const [before, after] = await Promise.all(
        [from, to].map((one) => store.get(draftVersions, `${id}:${one}`)),
      );
      if (before === undefined || after === undefined) {
        const message = `Versions ${from} and ${to} were requested, but this draft only has versions 1–${version}.`;
        throw new CurationError("NOT_FOUND", message);
      }
      return diffDraftData(before.value.draftData, after.value.draftData);
    },

    actions: async (actor: Actor, id: string): Promise<readonly DraftAction[]> => {
      await readVisible(actor, id);
      const all = { index: "by_draft", equals: [id], limit: 1000 } as const;
      return (await store.find(draftActions, all)).items.map(({ value }) => draftActionView(value));
    },
  });
}

/** A specification with its assessment. */
interface AssessedData {
  readonly data: DraftData;
  readonly assessment: Assessment;
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

function checkBody(body: string, name: string): void {
  if (isFreeText(body, 1, 5000)) return;
  throw invalid(["body", name], "must be legible text of 1 to 5000 characters", "string");
}
