/** What decisions say. */

export interface Seen {
  /** The version that was seen; a newer one is VERSION_MISMATCH. */
  readonly version?: number | undefined;
}

export interface Approval extends Seen {
  readonly curator_notes?: string | null;
  /** Makes the market active at once, whatever `open_at` says. Default false. */
  readonly deploy_immediately?: boolean;
}

export interface Rejection extends Seen {
  /** At least 10 characters. */
  readonly reason: string;
}

export interface ChangeRequest extends Seen {
  /** What is asked for, by field. */
  readonly requested_changes: Readonly<Record<string, string>>;
  /** At least 10 characters. */
  readonly curator_notes: string;
}
