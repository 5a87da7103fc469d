/** `bourse-node wallet`: who this node is. Never shows a key. */

import { openNodeIdentity } from "../open-identity.ts";
import type { Command } from "./command.ts";

export const walletCommand: Command = async (words, { config, layout, print, complain }) => {
  if (words.length > 0) return undefined;
  const identity = await openNodeIdentity(config, layout, complain);
  print(`address         ${identity.address}`);
  print(`node id         ${identity.nodeId}`);
  print(`encryption key  0x${Buffer.from(identity.encryptionPublicKey).toString("hex")}`);
  print(`keystore        ${layout.keystore}`);
  return 0;
};
