/** Facts about the stores of a service with a master key. */

import { existsSync } from "node:fs";

import { createMasterKeySource, type MasterKeyPlace } from "@bourse/credentials/master-key-file";

import type { CommandOutput } from "../command/command.ts";
import type { StoreFacts } from "./store-commands.ts";

/** Facts of stores under the master key at `place`. A key that is not there yet means stores without a key. */
export function masterKeyFacts(
  schema: string,
  place: MasterKeyPlace,
  { stderr }: CommandOutput,
): StoreFacts {
  const { find } = createMasterKeySource({ ...place, warn: stderr });
  const isKeyed = place.given !== undefined || existsSync(place.path);
  return { schema, ...(isKeyed && { checksumKey: () => find({ isNew: false }) }) };
}
