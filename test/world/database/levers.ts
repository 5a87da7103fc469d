/** Faults of a database, each with its end: a lever is pulled, and let go by the function that it returns. */

import { spawnSync } from "node:child_process";
import { chownSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { lockTables, runSql } from "../../postgres/src/run-sql.ts";
import type { TestPostgres } from "../../postgres/src/start-postgres.ts";
import { SECRETS, startDatabase, type Bed } from "./bed.ts";

export interface Lever {
  readonly name: string;
  /**
   * Effect on the servers: `away`, none can write, and each says so in its readiness; `refusing`, none can write;
   * `rough`, some calls fail; `slow`, none does.
   */
  readonly effect: "away" | "refusing" | "rough" | "slow";
  /** Least time in milliseconds for which it stays pulled. Default: until its effect is seen. */
  readonly milliseconds?: number;
  readonly pull: (bed: Bed) => Promise<() => Promise<void>>;
}

const OTHERS = `FROM pg_stat_activity WHERE usename = '${SECRETS.user}'`;
const RELOAD = "SELECT pg_reload_conf()";
const END = `SELECT pg_terminate_backend(pid) ${OTHERS}`;

export const LEVERS: readonly Lever[] = [
  {
    name: "is slow",
    effect: "slow",
    milliseconds: 1000,
    async pull({ proxy }) {
      proxy.delay(40);
      return async () => proxy.delay(0);
    },
  },
  {
    name: "loses all connections again and again",
    effect: "rough",
    milliseconds: 2000,
    async pull({ proxy }) {
      const timer = setInterval(() => proxy.cut(), 200);
      return async () => clearInterval(timer);
    },
  },
  {
    name: "cuts answers to commits in half",
    effect: "rough",
    milliseconds: 3000,
    async pull({ proxy }) {
      let turn = 0;
      // Every seventh, so that retries and the writes between get through.
      proxy.cutAnswers((sent) => COMMITS.test(sent.toString("latin1")) && (turn += 1) % 7 === 0);
      return async () => proxy.cutAnswers();
    },
  },
  {
    name: "has its statements cancelled, and its idle transactions ended",
    effect: "rough",
    milliseconds: 2000,
    async pull(bed) {
      const texts = [
        `SELECT pg_cancel_backend(pid) ${OTHERS} AND state = 'active'`,
        `SELECT pg_terminate_backend(pid) ${OTHERS} AND state = 'idle in transaction'`,
      ];
      let isOver = false;
      const work = (async () => {
        while (!isOver) await runSql(bed.owner(), ...texts);
      })();
      return async () => {
        isOver = true;
        await work;
      };
    },
  },
  {
    name: "is killed",
    effect: "away",
    async pull({ primary }) {
      await primary.signal("SIGKILL");
      return () => primary.restart();
    },
  },
  {
    name: "is lost without a word",
    effect: "away",
    // Beyond the time limits of a connection, a statement and a transaction.
    milliseconds: 10_000,
    async pull({ proxy }) {
      proxy.lose();
      return async () => proxy.restore();
    },
  },
  {
    name: "is read-only",
    effect: "away",
    async pull(bed) {
      await runSql(bed.owner(), "ALTER SYSTEM SET default_transaction_read_only = on", RELOAD);
      return async () =>
        void (await runSql(
          bed.owner(),
          "ALTER SYSTEM RESET default_transaction_read_only",
          RELOAD,
        ));
    },
  },
  {
    name: "is read-only for the sessions that begin",
    effect: "away",
    async pull(bed) {
      const { database } = SECRETS;
      const set = `ALTER DATABASE ${database} SET default_transaction_read_only = on`;
      await changeAndEnd(bed, set);
      return async () =>
        void (await runSql(
          bed.owner(),
          `ALTER DATABASE ${database} RESET default_transaction_read_only`,
        ));
    },
  },
  {
    name: "has no connection left",
    effect: "away",
    async pull(bed) {
      await changeAndEnd(bed, `ALTER ROLE ${SECRETS.user} CONNECTION LIMIT 0`);
      return async () =>
        void (await runSql(bed.owner(), `ALTER ROLE ${SECRETS.user} CONNECTION LIMIT -1`));
    },
  },
  {
    name: "has a table that somebody locks by hand",
    effect: "refusing",
    milliseconds: 8000,
    pull: (bed) =>
      lockTables(
        bed.owner(),
        bed.callers.map(({ table }) => table),
      ),
  },
  {
    name: "has a full disk",
    effect: "refusing",
    async pull({ volume }) {
      volume?.fill();
      return async () => volume?.empty();
    },
  },
  {
    name: "leads to a standby, which is promoted",
    effect: "away",
    async pull(bed) {
      const standby = await startDatabase(bed.folder);
      await copyData(standby, bed.primary);
      bed.proxy.lead(standby.port);
      bed.proxy.cut();
      bed.primary = standby;
      return async () => void (await runSql(bed.owner(), "SELECT pg_promote()"));
    },
  },
  {
    name: "leads to a younger cluster, into which a dump was restored",
    effect: "away",
    async pull(bed) {
      bed.proxy.refuse(true);
      return async () => {
        const younger = await startDatabase(bed.folder);
        const file = join(bed.primary.data, "world.dump");
        runTool(bed, bed.primary, "pg_dump", "--format=custom", `--file=${file}`);
        runTool(bed, younger, "pg_restore", `--dbname=${SECRETS.database}`, file);
        bed.primary = younger;
        bed.proxy.lead(younger.port);
        bed.proxy.refuse(false);
      };
    },
  },
];

/** Messages that commit: the end of a transaction, or a statement that is one. */
const COMMITS = /\0(?:commit|insert_|replace_|delete_)/u;

/** Changes what sessions begin with, and ends those that began before: one that was beginning shows a moment later. */
async function changeAndEnd(bed: Bed, change: string): Promise<void> {
  await runSql(bed.owner(), change, END);
  await sleep(500);
  await runSql(bed.owner(), END);
}

/** Gives `to` the data of `from`, which ends with it; `to` runs as its standby. */
async function copyData(to: TestPostgres, from: TestPostgres): Promise<void> {
  await Promise.all([to.signal("SIGINT"), from.signal("SIGINT")]);
  rmSync(to.data, { recursive: true });
  cpSync(from.data, to.data, { recursive: true });
  writeFileSync(join(to.data, "standby.signal"), "");
  const { account } = to;
  if (account !== undefined) {
    for (const name of readdirSync(to.data, { recursive: true, encoding: "utf8" })) {
      chownSync(join(to.data, name), account.uid, account.gid);
    }
    chownSync(to.data, account.uid, account.gid);
  }
  await to.restart();
}

function runTool(bed: Bed, at: TestPostgres, tool: string, ...words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(join(bed.folder, "bin", tool), words, {
    ...at.account,
    env: {
      PGHOST: "127.0.0.1",
      PGPORT: String(at.port),
      PGUSER: "bourse",
      PGPASSWORD: at.password,
      PGDATABASE: SECRETS.database,
    },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${tool}: ${stderr}${String(error ?? "")}`);
}
