import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import type { StoredDocument } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import { Checkpointer } from "../src/checkpointer.ts";

/** A document of so many bytes; only its size counts. */
const document = (bytes: number): StoredDocument =>
  ({ keys: [], text: "x".repeat(bytes) }) as unknown as StoredDocument;

/** A database whose log a checkpointer looks after. */
function open(emptyMilliseconds?: number): {
  readonly writer: DatabaseSync;
  readonly checkpointer: Checkpointer;
  readonly log: string;
} {
  const folder = mkdtempSync(join(tmpdir(), "bourse-checkpoints-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "store");
  const writer = new DatabaseSync(path);
  writer.exec(
    "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 16000; CREATE TABLE t (x TEXT)",
  );
  const checkpointer = new Checkpointer(path, emptyMilliseconds);
  onTestFinished(async () => {
    await checkpointer.close();
    writer.close();
  });
  return { writer, checkpointer, log: `${path}-wal` };
}

test("the writer brings the short rest of the log over after the thread's checkpoint, once, and so the log starts over", async () => {
  const { writer, checkpointer, log } = open();
  const insert = writer.prepare("INSERT INTO t VALUES (?)");
  insert.run("x".repeat(5_000_000));
  checkpointer.wrote(document(5_000_000));
  const size = statSync(log).size;
  let checkpoints = 0;
  const commit = (): void => {
    insert.run("y");
    checkpointer.committed(() => {
      checkpoints += 1;
      writer.exec("PRAGMA wal_checkpoint(PASSIVE)");
    });
  };
  commit();
  while (checkpoints === 0) {
    await sleep(5);
    commit();
  }
  for (let more = 0; more < 20; more += 1) commit();
  expect(checkpoints).toBe(1);
  expect(statSync(log).size, "commits overwrite the log").toBeLessThan(size + 1_000_000);
});

test("a long rest is left to the thread, and a failed checkpoint harms no commit", async () => {
  const { checkpointer } = open();
  let checkpoints = 0;
  const commit = (bytes: number): void => {
    checkpointer.wrote(document(bytes));
    checkpointer.committed(() => {
      checkpoints += 1;
      throw new Error("disk I/O error");
    });
  };
  for (let round = 0; round < 20; round += 1) {
    commit(3_000_000);
    await sleep(5);
  }
  expect(checkpoints).toBe(0);
  while (checkpoints === 0) {
    commit(10);
    await sleep(5);
  }
});

test("the log is emptied after a deletion, once a reader that was in the way has ended", async () => {
  const { writer, checkpointer, log } = open(5);
  writer.exec("INSERT INTO t VALUES ('of a person')");
  const reader = new DatabaseSync(log.replace(/-wal$/, ""));
  reader.exec("BEGIN; SELECT x FROM t");
  writer.exec("DELETE FROM t");
  checkpointer.deleted();
  await sleep(30);
  expect(readFileSync(log).includes("of a person")).toBe(true);
  reader.close();
  await expect.poll(() => statSync(log).size).toBe(0);
});
