/** `bourse-node wallet`: who this node is. Never shows a key. `wallet password` gives the keystore another password. */

import { openNodeIdentity } from "../open-identity.ts";
import type { Command } from "./command.ts";
import { changePassword } from "./password-command.ts";

export const walletCommand: Command = async (args, context) => {
  if (args.length === 1 && args[0] === "password") return changePassword(context);
  const { config, layout, stdout, stderr } = context;
  if (args.length > 0) return undefined;
  const identity = await openNodeIdentity(config, layout, stderr, { create: false });
  stdout(`address         ${identity.address}`);
  stdout(`node id         ${identity.nodeId}`);
  stdout(`encryption key  0x${Buffer.from(identity.encryptionPublicKey).toString("hex")}`);
  stdout(`keystore        ${layout.keystore}`);
  return 0;
};
