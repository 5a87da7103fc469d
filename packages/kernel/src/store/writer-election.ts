/** The one writer among the processes that share a store. */

/** Term of this process as the writer. */
export interface WriterTerm {
  /** Number of the term, greater than that of every writer before: the option `writerTerm` of the store. */
  readonly term: number;
  /** Name of the place of the data; another one after a restore from a backup or a failover of the database. */
  readonly place: string;
  /** Aborted as soon as this process may no longer be the writer, also by {@link WriterTerm.end}. */
  readonly over: AbortSignal;
  /** Resolves when the server has said, after this call, that the term lasts. @throws StoreError STORE_FENCED */
  confirm(): Promise<void>;
  /** Ends the term, so that another process can begin its own at once. Idempotent. */
  end(): Promise<void>;
}

/** Candidate for the writer of a schema. */
export interface WriterElection {
  /** Begins a term when nobody else is the writer, else resolves to undefined. @throws StoreError STORE_IO */
  tryTake(): Promise<WriterTerm | undefined>;
  /**
   * Begins a term as soon as nobody else is the writer: within a quarter of a second of the end of another one, within
   * six seconds of the death of its machine. Tries again when the database is away. Rejects with the signal's reason.
   */
  take(signal: AbortSignal): Promise<WriterTerm>;
  /** Gives the candidate's connection back; a term that was begun goes on. */
  close(): Promise<void>;
}
