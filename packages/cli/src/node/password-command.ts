/** `bourse node wallet password`: another password for the keystore. No password is an argument, and none is shown. */

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";

import { createAuditTrail, type Store } from "@bourse/kernel";
import { lockFile } from "@bourse/kernel/files";
import {
  changeKeystorePassword,
  checkStrength,
  keptDevelopmentPassword,
  NodeServerError,
  openIdentity,
  passwordFrom,
  pinnedWallet,
  sharedStoreUrl,
  walletFile,
} from "@bourse/server-node/parts";

import type { ExitCode } from "../command/command.ts";
import type { NodeContext } from "./node-context.ts";
import { withStore } from "./with-store.ts";

/** The node must not run: its store is locked meanwhile, and the change is a row of its audit trail. */
export async function changePassword(context: NodeContext): Promise<ExitCode> {
  const { config, layout } = context;
  const isShared = sharedStoreUrl(config) !== undefined;
  if ((!isShared && !existsSync(layout.database)) || !existsSync(walletFile(layout))) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      `There are no keys in ${layout.keystore}: set DATA_DIR as for the server.`,
    );
  }
  const lock = isShared ? await lockFile(layout.lock) : undefined;
  try {
    return await withStore(context, { writes: true }, (store) => change(context, store));
  } finally {
    lock?.release();
  }
}

async function change(context: NodeContext, store: Store): Promise<ExitCode> {
  const { layout, stdout, stderr } = context;
  const password = await oldPassword(context);
  const newPassword = await freshPassword(context);
  checkStrength(newPassword);
  if (newPassword === password) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      "The new password is the old one; nothing was changed.",
    );
  }
  const directory = layout.keystore;
  await changeKeystorePassword({ directory, password, newPassword });
  const { address } = await openIdentity({ directory, password: newPassword, create: false });
  await record(store, address);
  // It would stand there as if it opened the keystore.
  await rm(layout.developmentPassword, { force: true });
  stdout(`The keystore of ${address} has the new password: start the node with it.`);
  const pinned = await pinnedWallet(store);
  if (pinned === undefined || pinned === address) return 0;
  stderr(`This data belongs to the wallet ${pinned}, though: see bourse node doctor.`);
  return 1;
}

async function record(store: Store, address: string): Promise<void> {
  const trail = createAuditTrail({ store });
  trail.append({ action: "keystore.password_changed", actor: "operator", subject: address });
  await trail.flush();
}

async function oldPassword({ config, layout, askSecret }: NodeContext): Promise<string> {
  const given =
    (await passwordFrom(
      config.KEYSTORE_PASSWORD,
      config.KEYSTORE_PASSWORD_FILE,
      "KEYSTORE_PASSWORD",
    )) ??
    (await keptDevelopmentPassword(layout)) ??
    (await asked(askSecret, "Old password of the keystore: "));
  return given ?? refuse("old", "KEYSTORE_PASSWORD");
}

async function freshPassword({ config, askSecret }: NodeContext): Promise<string> {
  const given = await passwordFrom(
    config.KEYSTORE_NEW_PASSWORD,
    config.KEYSTORE_NEW_PASSWORD_FILE,
    "KEYSTORE_NEW_PASSWORD",
  );
  if (given !== undefined) return given;
  if (askSecret === undefined) return refuse("new", "KEYSTORE_NEW_PASSWORD");
  const first = await asked(askSecret, "New password of the keystore: ");
  const second = await asked(askSecret, "The new password once more: ");
  if (first !== undefined && first === second) return first;
  throw new NodeServerError(
    "SETTINGS_CONFLICT",
    "The two new passwords differ; nothing was changed.",
  );
}

/** The answer; undefined without a terminal. @throws NodeServerError SETTINGS_CONFLICT at Ctrl-C */
async function asked(ask: NodeContext["askSecret"], question: string): Promise<string | undefined> {
  if (ask === undefined) return undefined;
  const answer = await ask(question);
  if (answer !== undefined) return answer;
  throw new NodeServerError("SETTINGS_CONFLICT", "Stopped; nothing was changed.");
}

function refuse(which: string, variable: string): never {
  throw new NodeServerError(
    "SETTINGS_CONFLICT",
    `Set ${variable}_FILE (or ${variable}) to the ${which} password, or run this on a terminal, which asks for it.`,
  );
}
