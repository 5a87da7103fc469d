import { readEnvironment } from "@bourse/http/environment";
import { createClosingStack, type Store } from "@bourse/kernel";
import type { CurationCore } from "@bourse/server-curation/parts";
import {
  curationEnvironment,
  openCurationCore,
  STORE_SCHEMA,
  storeUrl,
  type CurationEnvironment,
} from "@bourse/server-curation/parts";
import { checkStoreExists } from "@bourse/store";

import type { ExitCode, Surroundings } from "../command/command.ts";

/**
 * Opens the data that the settings name, runs `act` on it and closes it. `mustExist` refuses to make a new store.
 *
 * @throws StoreError STORE_LOCKED while the server runs, STORE_NOT_FOUND; HttpError ENVIRONMENT_INVALID
 */
export async function onCurationCore(
  { variables, stderr }: Surroundings,
  act: (core: CurationCore, config: CurationEnvironment, store: Store) => Promise<ExitCode>,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<ExitCode> {
  const opened = createClosingStack();
  try {
    const config = readEnvironment(curationEnvironment, variables);
    if (mustExist) await checkStoreExists(storeUrl(config), STORE_SCHEMA);
    const settings = { ...config, REQUIRE_WALLET_PROOF: "false" } as const;
    const { core, store } = await openCurationCore(settings, opened, stderr);
    return await act(core, config, store);
  } finally {
    await opened.close();
  }
}
