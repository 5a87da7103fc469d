/** The node's identity, as it belongs to its store. */

import { existsSync } from "node:fs";

import type { Store } from "@bourse/kernel";
import { NodeError, pinnedWallet, pinWallet, type NodeIdentity } from "@bourse/node-core";
import { walletFile, type Layout } from "@bourse/node-core/files";

import type { NodeEnvironment } from "./environment.ts";
import { NodeServerError } from "./errors.ts";
import { openNodeIdentity } from "./open-identity.ts";

/**
 * Opens the identity that the store belongs to. A new one is made only beside a new store in a folder without a chain.
 *
 * @throws NodeError KEYSTORE_INVALID when it is lost or another one's, and those of {@link openNodeIdentity}
 */
export async function openPinnedIdentity(
  config: NodeEnvironment,
  layout: Layout,
  store: Store,
  warn: (message: string) => void,
): Promise<NodeIdentity> {
  const pinned = await pinnedWallet(store);
  const isNew = pinned === undefined && !existsSync(layout.chain);
  if (!isNew && !existsSync(walletFile(layout))) {
    const owner = pinned === undefined ? "another wallet" : `the wallet ${pinned}`;
    throw new NodeError(
      "KEYSTORE_INVALID",
      `${walletFile(layout)} is missing, and this data belongs to ${owner}. Put the folder ${layout.keystore} back from ` +
        `a backup, or set DATA_DIR right; a new wallet would own nothing of it, so none was made.`,
      { details: { path: walletFile(layout) } },
    );
  }
  const identity = await openNodeIdentity(config, layout, warn, { create: isNew });
  await pinWallet(store, identity.address);
  return identity;
}

/**
 * Opens the identity of a node that stands by: the same as the writer's, which is never made here.
 *
 * @throws NodeError KEYSTORE_INVALID when it is another one's; NodeServerError SETTINGS_CONFLICT when there is none,
 * and when the node has no chain that it could share
 */
export async function openStandbyIdentity(
  config: NodeEnvironment,
  layout: Layout,
  store: Store,
  warn: (message: string) => void,
): Promise<NodeIdentity> {
  if (config.BLOCKCHAIN_URL.length === 0) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      "Another node is the writer of this store, and a development chain of its own can't be shared: set BLOCKCHAIN_URL " +
        "and COMPLIANCE_CONTRACT for a standby, or give this node a store of its own.",
    );
  }
  if (!existsSync(walletFile(layout))) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      `Another node is the writer of this store, and a standby needs the same wallet: copy the writer's folder keystore to ` +
        `${layout.keystore}, and set the same KEYSTORE_PASSWORD_FILE.`,
    );
  }
  const identity = await openNodeIdentity(config, layout, warn, { create: false });
  const pinned = await pinnedWallet(store);
  if (pinned === undefined || pinned === identity.address) return identity;
  throw new NodeError(
    "KEYSTORE_INVALID",
    `The keystore has the wallet ${identity.address}, but the store belongs to the wallet ${pinned}. Copy the keystore of ` +
      `that wallet to ${layout.keystore}, or name another store.`,
    { details: { path: walletFile(layout) } },
  );
}
