/** Paths of the node's files. */

import { stat } from "node:fs/promises";
import { join } from "node:path";

/** Paths of the files and folders of a node. */
export interface Layout {
  /** Folder of all files of the node; mode 0700. */
  readonly folder: string;
  /** SQLite database; its lock keeps a second process out of the folder. */
  readonly database: string;
  /** File whose lock keeps a second process out of the folder when the store is in a database. */
  readonly lock: string;
  /** Folder of the encrypted keys. */
  readonly keystore: string;
  /** Folder of the embedded development chain. */
  readonly chain: string;
  /** File of the port that the development chain has because that of the settings was taken. */
  readonly developmentPort: string;
  /** File of the keystore password in development. */
  readonly developmentPassword: string;
  /** File of the first API key, unless it was shown on a terminal. */
  readonly firstApiKey: string;
  /** File of the link that opens a session of the dashboard, unless it was shown on a terminal. */
  readonly dashboardLink: string;
  /** File of the key by which commands prove to the running node whose user they are. */
  readonly commandKey: string;
}

/** Returns a name of the place of the database on this disk: a copy of the folder has another one. */
export async function homeOf({ database }: Layout): Promise<string> {
  const { ino, birthtimeNs } = await stat(database, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}

/** Returns the paths of a node's files in the data folder `dataDirectory`; nothing is made. */
export function layoutOf(dataDirectory: string): Layout {
  const folder = join(dataDirectory, "node");
  return {
    folder,
    database: join(folder, "node.db"),
    lock: join(folder, "node.lock"),
    keystore: join(folder, "keystore"),
    chain: join(folder, "chain"),
    developmentPort: join(folder, "development-port"),
    developmentPassword: join(folder, "development-password"),
    commandKey: join(folder, "command-key"),
    firstApiKey: join(folder, "first-api-key"),
    dashboardLink: join(folder, "dashboard-link"),
  };
}

/** Path of the wallet's file. */
export function walletFile({ keystore }: Pick<Layout, "keystore">): string {
  return join(keystore, "wallet.json");
}
