/** `bourse node backup` and `restore`. */

import { resolve } from "node:path";

import {
  type NodeEnvironment,
  NodeServerError,
  sharedStoreUrl,
  STORE_SCHEMA,
} from "@bourse/server-node/parts";

import type { ExitCode } from "../command/command.ts";
import { backUp, restore, type BackupReport } from "./backup-files.ts";
import type { NodeContext } from "./node-context.ts";

/** Copies all data to a new folder. @throws NodeServerError BACKUP_REFUSED; the system's error */
export async function backUpTo(
  target: string,
  { config, layout, stdout }: NodeContext,
): Promise<ExitCode> {
  checkOwnFiles(config);
  const report = await backUp(layout, resolve(target), new Date());
  stdout(`Backed up ${sizeOf(report)} to ${resolve(target)}.`);
  stdout("It holds the keys: keep it as safe as the node, and its password elsewhere.");
  return 0;
}

/** Verifies a backup and puts it where the data goes. @throws NodeServerError BACKUP_REFUSED; the system's error */
export async function restoreFrom(
  source: string,
  { config, layout, stdout }: NodeContext,
): Promise<ExitCode> {
  checkOwnFiles(config);
  const report = await restore(layout, resolve(source));
  stdout(`Restored and verified ${sizeOf(report)} in ${layout.folder}.`);
  stdout(
    "What was not final is parked at the next start and compared with the chain: see bourse node transactions list.",
  );
  stdout(
    "Never run this node beside the one that was backed up: two writers of one wallet collide.",
  );
  return 0;
}

/** A copy of the files alone would lack all but the keys. @throws NodeServerError BACKUP_REFUSED */
function checkOwnFiles(config: NodeEnvironment): void {
  if (sharedStoreUrl(config) === undefined) return;
  throw new NodeServerError(
    "BACKUP_REFUSED",
    `The data of this node is in PostgreSQL: back up and restore the schema ${STORE_SCHEMA} with the database's own means, ` +
      "such as pg_dump, and copy the folder DATA_DIR/node/keystore, which stays a file.",
  );
}

function sizeOf({ files, bytes }: BackupReport): string {
  return `${files} files, ${bytes} bytes`;
}
