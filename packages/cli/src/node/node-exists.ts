import { existsSync } from "node:fs";

import { type Layout, NodeServerError } from "@bourse/server-node/parts";

/** A wrong DATA_DIR would make a new node, and the command would have nothing to do in it. */
export function checkNodeExists({ folder, database }: Layout): void {
  if (existsSync(database)) return;
  throw new NodeServerError(
    "SETTINGS_CONFLICT",
    `There is no node in ${folder}: set DATA_DIR as for the server, or start it once.`,
  );
}
