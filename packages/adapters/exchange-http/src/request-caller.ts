/** The caller of a request, who may leave and who hears of waits. */

/** Ties of a request to an exchange with its caller. */
export interface RequestCaller {
  /** Signal that aborts the request, which then rejects with its reason. Default: none. */
  readonly signal?: AbortSignal;
  /**
   * Called with a number of milliseconds before the client waits: for its pace, or before it asks again. Default:
   * no-op.
   */
  readonly onWait?: (milliseconds: number) => void;
}
