/** Subject of the measurement: it commits an update of one record at a time. */
export interface Subject {
  /** Inserts so many records. */
  readonly fill: (records: number) => Promise<void>;
  /** Adds 1 to the balance of a record; resolves when that is durable. */
  readonly commit: (record: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
