/** Port of the number that an outbox keeps outside of its store, so that a backup does not bring it back. */

/** Numbers beside a store that one process has at a time, one a name. */
export interface Watermark {
  /**
   * Returns the number under `name`: 0 when it cannot be told, as after a loss of power; `missing` when there is none;
   * `copied` when it was put there by somebody else than {@link Watermark.write}, as from a backup.
   */
  read(name: string): Promise<number | "missing" | "copied">;
  /** Replaces the number under `name`. It need not survive a loss of power. */
  write(name: string, number: number): Promise<void>;
}
