/**
 * A PostgreSQL server with a write-ahead log archive, and what deploy/README.md says of its backup and restore, with
 * nothing but the server itself.
 */

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";

import { startPostgres, type TestPostgres } from "./start-postgres.ts";

export interface ArchivedPostgres {
  readonly postgres: TestPostgres;
  /** Copies the data while the server goes on. */
  backup(): Promise<void>;
  /** Resolves when everything that was committed until now is in the archive. */
  archiveAll(): Promise<void>;
  /** Number of the next transaction. */
  transactions(): Promise<number>;
  /** Ends the server at once and deletes its data. */
  destroy(): Promise<void>;
  /** Puts the backup in place of the data, and the log up to a time, in milliseconds since the epoch. */
  restoreTo(time: number): Promise<void>;
}

export async function archivedPostgres(): Promise<ArchivedPostgres> {
  const postgres = await startPostgres({
    settings: ["fsync=off", "wal_level=replica", "archive_mode=on"],
  });
  const folder = dirname(postgres.data);
  const archive = join(folder, "archive");
  const copy = join(folder, "backup");
  mkdirSync(archive);
  own(archive);
  // Never overwrites a file of the archive.
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`;
  await query(`ALTER SYSTEM SET archive_command = '${command}'`, "SELECT pg_reload_conf()");

  function own(path: string): void {
    const { account } = postgres;
    if (account !== undefined) chownSync(path, account.uid, account.gid);
  }

  async function query(...texts: readonly string[]): Promise<unknown> {
    const client = new Client(postgres.url());
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const text of texts) ({ rows } = await client.query(text));
      return rows[0];
    } finally {
      await client.end();
    }
  }

  return {
    postgres,
    async backup() {
      // Both calls belong to one session.
      const client = new Client(postgres.url());
      await client.connect();
      await client.query("SELECT pg_backup_start('drill', fast => true)");
      // Files change and vanish meanwhile: the log that was written since then mends the copy.
      spawnSync("cp", ["-a", postgres.data, copy]);
      const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop()");
      await client.end();
      for (const name of ["pg_wal", "postmaster.pid", "postmaster.opts"]) {
        rmSync(join(copy, name), { recursive: true, force: true });
      }
      mkdirSync(join(copy, "pg_wal", "archive_status"), { recursive: true });
      const label = join(copy, "backup_label");
      writeFileSync(label, (rows[0] as { readonly labelfile: string }).labelfile);
      for (const path of [label, join(copy, "pg_wal"), join(copy, "pg_wal", "archive_status")]) {
        own(path);
      }
      chmodSync(join(copy, "pg_wal"), 0o700);
    },
    async archiveAll() {
      const row = await query("SELECT pg_walfile_name(pg_switch_wal()) AS name");
      const { name } = row as { readonly name: string };
      while (!existsSync(join(archive, name))) await sleep(50);
    },
    async transactions() {
      const row = await query("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
      return Number((row as { readonly next: string }).next);
    },
    async destroy() {
      await postgres.signal("SIGKILL");
      rmSync(postgres.data, { recursive: true });
    },
    async restoreTo(time) {
      const copied = spawnSync("cp", ["-a", copy, postgres.data], { encoding: "utf8" });
      if (copied.status !== 0) throw new Error(copied.stderr);
      const signal = join(postgres.data, "recovery.signal");
      writeFileSync(signal, "");
      own(signal);
      await postgres.restart([
        `restore_command=cp ${archive}/%f %p`,
        `recovery_target_time=${new Date(time).toISOString().replace("T", " ").replace("Z", "+00")}`,
        "recovery_target_action=promote",
      ]);
    },
  };
}
