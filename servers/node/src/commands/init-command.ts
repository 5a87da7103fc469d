/** `bourse-node init`: the keys of a new node, made before its first start. */

import { existsSync } from "node:fs";

import { makeFolder } from "@bourse/kernel/files";

import { NodeServerError } from "../errors.ts";
import { openPinnedIdentity } from "../pinned-identity.ts";
import { withStore } from "./command-store.ts";
import type { Command } from "./command.ts";

export const initCommand: Command = async (args, { config, layout, stdout, stderr }) => {
  if (args.length > 0) return undefined;
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
};
