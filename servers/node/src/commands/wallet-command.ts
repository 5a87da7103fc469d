/** `bourse-node wallet`: who this node is. Never shows a key. */

import { openNodeIdentity } from "../open-identity.ts";
import type { Command } from "./command.ts";

export const walletCommand: Command = async (args, { config, layout, stdout, stderr }) => {
  if (args.length > 0) return undefined;
  const identity = await openNodeIdentity(config, layout, stderr, { create: false });
  stdout(`address         ${identity.address}`);
  stdout(`node id         ${identity.nodeId}`);
  stdout(`encryption key  0x${Buffer.from(identity.encryptionPublicKey).toString("hex")}`);
  stdout(`keystore        ${layout.keystore}`);
  return 0;
};
