/** `bourse node init`: the keys of a new node, made before its first start. */

import { existsSync } from "node:fs";

import { makeFolder } from "@bourse/kernel/files";
import { NodeServerError, openPinnedIdentity } from "@bourse/server-node/parts";

import type { ExitCode } from "../command/command.ts";
import type { NodeContext } from "./node-context.ts";
import { withStore } from "./with-store.ts";

/** Makes the keys of a node. @throws NodeServerError SETTINGS_CONFLICT when there is a node already */
export async function initNode({ config, layout, stdout, stderr }: NodeContext): Promise<ExitCode> {
  if (existsSync(layout.database) || existsSync(layout.keystore) || existsSync(layout.chain)) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      `There is a node in ${layout.folder} already; init makes one in an empty folder only.`,
    );
  }
  await makeFolder(layout.folder);
  return withStore({ config, layout, stderr }, { writes: true, creates: true }, async (store) => {
    const { address } = await openPinnedIdentity(config, layout, store, stderr);
    stdout(`address   ${address}`);
    stdout(`keystore  ${layout.keystore}`);
    return 0 as const;
  });
}
