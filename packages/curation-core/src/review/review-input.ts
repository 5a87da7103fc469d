/** Input of decisions about drafts. */

import type { Acknowledgement } from "../rules/acknowledgement.ts";

/** The version of the draft that a decision is about. */
export interface Seen {
  /** Version that the curator has read; another current version is VERSION_MISMATCH. Default: no check. */
  readonly version?: number | undefined;
}

/** Input of an approval. */
export interface Approval extends Seen, Acknowledgement {
  /** Notes to the author, at most 5000 characters; null for none. */
  readonly curatorNotes?: string | null;
  /** True to make the market active at once, even before `openAt`. Default false. */
  readonly deployImmediately?: boolean;
}

/** Input of a rejection. */
export interface Rejection extends Seen {
  /** Reason for the author, 10–5000 characters. */
  readonly reason: string;
}

/** Input of a request for changes. */
export interface ChangeRequest extends Seen {
  /** Requested changes by field: 1–100 fields with a text of at most 5000 characters each. */
  readonly requestedChanges: Readonly<Record<string, string>>;
  /** Notes to the author, 10–5000 characters. */
  readonly curatorNotes: string;
}
