/** `bourse node wallet`: who this node is. Never shows a key. */

import { openNodeIdentity } from "@bourse/server-node/parts";

import type { ExitCode } from "../command/command.ts";
import type { NodeContext } from "./node-context.ts";

/** Prints address, node id and encryption key. @throws NodeError KEYSTORE_INVALID; NodeServerError SETTINGS_CONFLICT */
export async function showWallet({
  config,
  layout,
  stdout,
  stderr,
}: NodeContext): Promise<ExitCode> {
  const identity = await openNodeIdentity(config, layout, stderr, { create: false });
  stdout(`address         ${identity.address}`);
  stdout(`node id         ${identity.nodeId}`);
  stdout(`encryption key  0x${Buffer.from(identity.encryptionPublicKey).toString("hex")}`);
  stdout(`keystore        ${layout.keystore}`);
  return 0;
}
