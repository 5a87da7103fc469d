/** The statements of the SQLite engine on `node:sqlite` alone; writers that wait together share a commit. */

import { DatabaseSync } from "node:sqlite";

import { account, keyOf, type Account } from "./accounts.ts";
import type { Subject } from "./subject.ts";

export async function bareSqlite(path: string): Promise<Subject> {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -32000",
  );
  database.exec(
    "CREATE TABLE c_accounts (id BLOB NOT NULL UNIQUE, version INTEGER NOT NULL, value TEXT NOT NULL, sum TEXT NOT NULL, " +
      "bytes BLOB, bytes_sum TEXT, k_by_owner BLOB) STRICT; " +
      "CREATE UNIQUE INDEX i_accounts__by_owner ON c_accounts (k_by_owner)",
  );
  const insert = database.prepare(
    "INSERT INTO c_accounts (id, k_by_owner, version, value, sum) VALUES (?, ?, ?, ?, ?)",
  );
  const get = database.prepare("SELECT version, value, sum FROM c_accounts WHERE id = ?");
  const replace = database.prepare(
    "UPDATE c_accounts SET k_by_owner = ?, version = ?, value = ?, sum = ? WHERE id = ? AND version = ?",
  );
  const sum = "0".repeat(32);
  const idOf = (i: number): Buffer => Buffer.from(`account-${i}`, "utf16le");
  let waiting: { readonly i: number; readonly done: () => void }[] = [];

  const runGroup = (): void => {
    const group = waiting;
    waiting = [];
    database.exec("BEGIN IMMEDIATE");
    for (const { i } of group) {
      database.exec("SAVEPOINT one");
      const id = idOf(i);
      const { version, value } = get.get(id) as { version: number; value: string };
      const next = account(i, (JSON.parse(value) as Account).balance + 1);
      replace.run(keyOf(next), version + 1, JSON.stringify(next), sum, id, version);
      database.exec("RELEASE one");
    }
    database.exec("COMMIT");
    for (const { done } of group) done();
  };

  return {
    async fill(records) {
      database.exec("BEGIN IMMEDIATE");
      for (let i = 0; i < records; i += 1) {
        const value = account(i, 0);
        insert.run(idOf(i), keyOf(value), 1, JSON.stringify(value), sum);
      }
      database.exec("COMMIT");
    },
    commit: (i) =>
      new Promise((done) => {
        // All who ask in one turn share the group, without another turn of the event loop.
        if (waiting.push({ i, done }) === 1) queueMicrotask(runGroup);
      }),
    close: async () => database.close(),
  };
}
