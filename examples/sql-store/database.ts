/** The database of an app, as the store asks it. */

type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs a statement with `?` in the place of its values. */
export type RunSql = (sql: string, values: SqlValue[]) => Promise<SqlRow[]>;

/** The database of an app; `Tx` is a transaction as the app knows it. */
export interface SqlDatabase<Tx> {
  readonly dialect: "sqlite" | "postgres";
  /** Runs a statement; without `tx` it only reads what is committed. */
  run(sql: string, values: SqlValue[], tx?: Tx): Promise<SqlRow[]>;
  /** Begins a transaction, commits it after `work`, and undoes it on a fault. */
  transaction<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
}
