/** `bourse-node backup`, `restore` and `store copy`. */

import { resolve } from "node:path";

import { runStoreCommand } from "@bourse/store";

import type { NodeEnvironment } from "../environment.ts";
import { NodeServerError } from "../errors.ts";
import { sharedStoreUrl, STORE_SCHEMA } from "../store-url.ts";
import { backUp, restore, type BackupReport } from "./backup-files.ts";
import type { Command } from "./command.ts";

export const backupCommand: Command = async ([target, ...rest], { config, layout, stdout }) => {
  if (target === undefined || rest.length > 0) return undefined;
  checkOwnFiles(config);
  const report = await backUp(layout, resolve(target), new Date());
  stdout(`Backed up ${sizeOf(report)} to ${resolve(target)}.`);
  stdout("It holds the keys: keep it as safe as the node, and its password elsewhere.");
  return 0;
};

export const restoreCommand: Command = async ([source, ...rest], { config, layout, stdout }) => {
  if (source === undefined || rest.length > 0) return undefined;
  checkOwnFiles(config);
  const report = await restore(layout, resolve(source));
  stdout(`Restored and verified ${sizeOf(report)} in ${layout.folder}.`);
  stdout(
    "What was not final is parked at the next start and compared with the chain: see bourse-node transactions.",
  );
  stdout(
    "Never run this node beside the one that was backed up: two writers of one wallet collide.",
  );
  return 0;
};

export const storeCommand: Command = async (args, { stdout, stderr }) =>
  args[0] === "copy"
    ? await runStoreCommand(args, stdout, stderr, { schema: STORE_SCHEMA })
    : undefined;

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
