/** What decisions say. */

export interface Seen {
  /** The version that was seen; a newer one is VERSION_MISMATCH. */
  readonly version?: number | undefined;
}

export interface Approval extends Seen {
  readonly curatorNotes?: string | null;
  /** Makes the market active at once, whatever `openAt` says. Default false. */
  readonly deployImmediately?: boolean;
}

export interface Rejection extends Seen {
  /** At least 10 characters. */
  readonly reason: string;
}

export interface ChangeRequest extends Seen {
  /** What is asked for, by field. */
  readonly requestedChanges: Readonly<Record<string, string>>;
  /** At least 10 characters. */
  readonly curatorNotes: string;
}
