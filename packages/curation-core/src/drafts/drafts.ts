/** Drafts as their owner works on them. */

import type { Json } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import type { DraftAction } from "../audit/draft-action.ts";
import type { PageOf, PageQuery } from "../page.ts";
import type { DraftData, DraftDataPatch } from "./draft-data.ts";
import type { FieldChange } from "./draft-diff.ts";
import type { DraftStatus, JsonObject } from "./draft-document.ts";
import type { Draft, DraftComment, DraftVersion } from "./draft-view.ts";

export interface NewDraft {
  readonly draft_data: DraftData;
  /** Default true. */
  readonly submit?: boolean;
  readonly ai_model_used?: string | null;
  readonly ai_generation_metadata?: JsonObject | null;
  readonly conversation_history?: readonly Json[] | null;
}

export interface DraftEdit {
  /** Merged by field; null takes a field out. */
  readonly draft_data: DraftDataPatch;
  readonly curator_response?: string | null;
  /** The version that was seen (If-Match). */
  readonly version?: number | undefined;
}

/** Every call: NOT_FOUND for strangers, as for what is not there. */
export interface Drafts {
  /** @throws CurationError VALIDATION_ERROR, DRAFT_INCOMPLETE (when submitted at once) */
  create(actor: Actor, input: NewDraft): Promise<Draft>;
  /** Own drafts, newest first. @throws CurationError CURSOR_INVALID */
  list(actor: Actor, query?: PageQuery & { readonly status?: DraftStatus }): Promise<PageOf<Draft>>;
  /** By its owner or a curator. */
  get(actor: Actor, id: string): Promise<Draft>;
  /** By its owner, in `draft` or `changes_requested`. @throws CurationError STATE_CONFLICT, VERSION_MISMATCH, VALIDATION_ERROR */
  edit(actor: Actor, id: string, edit: DraftEdit): Promise<Draft>;
  /** By its owner, from `draft` or `changes_requested`. @throws CurationError STATE_CONFLICT, DRAFT_INCOMPLETE */
  submit(actor: Actor, id: string): Promise<Draft>;
  /** By its owner, from `pending` or `changes_requested`. @throws CurationError STATE_CONFLICT */
  withdraw(actor: Actor, id: string): Promise<Draft>;
  /** By its owner or a curator; 1–5000 characters. @throws CurationError VALIDATION_ERROR */
  comment(actor: Actor, id: string, body: string): Promise<DraftComment>;
  /** Oldest first, at most 1000. */
  comments(actor: Actor, id: string): Promise<readonly DraftComment[]>;
  /** Oldest first, at most 1000. */
  history(actor: Actor, id: string): Promise<readonly DraftVersion[]>;
  /** Defaults: the version before the last one, and the last one. @throws CurationError NOT_FOUND (a version) */
  diff(
    actor: Actor,
    id: string,
    range?: { readonly from?: number | undefined; readonly to?: number | undefined },
  ): Promise<readonly FieldChange[]>;
  /** The audit trail, oldest first, at most 1000. */
  actions(actor: Actor, id: string): Promise<readonly DraftAction[]>;
}
