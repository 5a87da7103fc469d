import { readEnvironment } from "@bourse/http/environment";
import { createClosingStack } from "@bourse/kernel";
import {
  authEnvironment,
  openAuthCore,
  STORE_SCHEMA,
  storeUrl,
  type OpenedCore,
} from "@bourse/server-auth/parts";
import { checkStoreExists } from "@bourse/store";

import type { ExitCode, Surroundings } from "../command/command.ts";

/**
 * Opens the data that the settings name, runs `act` on it and closes it.
 *
 * @throws StoreError STORE_NOT_FOUND: with a wrong DATA_DIR a command would create a new, empty store; STORE_LOCKED
 *   while the server runs; HttpError ENVIRONMENT_INVALID
 */
export async function onAuthCore(
  { variables, stderr }: Surroundings,
  act: (opened: OpenedCore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = createClosingStack();
  try {
    const config = readEnvironment(authEnvironment, variables);
    await checkStoreExists(storeUrl(config), STORE_SCHEMA);
    return await act(await openAuthCore(config, opened, stderr));
  } finally {
    await opened.close();
  }
}
