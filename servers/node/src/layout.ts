/** Where the node keeps what. */

import { join } from "node:path";

export interface Layout {
  /** Everything below is in here; mode 0700. */
  readonly folder: string;
  /** SQLite; its lock keeps a second process away from all of it. */
  readonly database: string;
  readonly keystore: string;
  /** The embedded development chain. */
  readonly chain: string;
  /** In development: what unlocks the keystore. */
  readonly developmentPassword: string;
}

export function layoutOf(dataDirectory: string): Layout {
  const folder = join(dataDirectory, "node");
  return {
    folder,
    database: join(folder, "node.db"),
    keystore: join(folder, "keystore"),
    chain: join(folder, "chain"),
    developmentPassword: join(folder, "development-password"),
  };
}
