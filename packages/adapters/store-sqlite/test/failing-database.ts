/** The real database, of which calls can be made to fail. */

import {
  openDatabase,
  type Database,
  type OpenDatabase,
  type SqlValue,
  type Statement,
} from "../src/database.ts";

export class FailingDatabase {
  /** The connection that writes, to be asked directly. */
  writer: Database | undefined;
  /** Calls of the writing connection since it was armed. */
  readonly log: string[] = [];
  #fails: (call: number) => boolean = () => false;
  #count = 0;

  /** Arms the faults: from now on call number n (from 1) of the writing connection fails when `fails(n)`. */
  arm(fails: (call: number) => boolean): void {
    this.#fails = fails;
    this.#count = 0;
    this.log.length = 0;
  }

  readonly open: OpenDatabase = (path, readOnly) => {
    const real = openDatabase(path, readOnly);
    if (readOnly) return real;
    this.writer = real;
    return {
      get isTransaction() {
        return real.isTransaction;
      },
      exec: (sql) => {
        this.#step(sql);
        real.exec(sql);
      },
      prepare: (sql) => this.#statement(sql, real.prepare(sql)),
      close: () => real.close(),
    };
  };

  #statement(sql: string, real: Statement): Statement {
    const wrapped =
      <R>(run: (...values: SqlValue[]) => R) =>
      (...values: SqlValue[]): R => {
        this.#step(sql);
        return run(...values);
      };
    return {
      get: wrapped((...values) => real.get(...values)),
      all: wrapped((...values) => real.all(...values)),
      run: wrapped((...values) => real.run(...values)),
    };
  }

  #step(sql: string): void {
    this.log.push(sql.split(" ", 1)[0]!);
    this.#count += 1;
    // The primary code of SQLITE_IOERR.
    if (this.#fails(this.#count))
      throw Object.assign(new Error(`disk I/O error in ${sql}`), { errcode: 10 });
  }
}
