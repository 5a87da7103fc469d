import { readEnvironment } from "@bourse/http/environment";
import { createAuditTrail, type AuditTrail, type Store } from "@bourse/kernel";
import {
  backtestEnvironment,
  STORE_COLLECTIONS,
  STORE_SCHEMA,
  storeUrl,
} from "@bourse/server-backtest/parts";
import { checkStoreExists, openStore } from "@bourse/store";

import type { ExitCode, Surroundings } from "../command/command.ts";

/**
 * Opens the audit trail of the data that the settings name, runs `act` on it and closes it.
 *
 * @throws StoreError STORE_NOT_FOUND, STORE_LOCKED while the server runs; HttpError ENVIRONMENT_INVALID
 */
export function onBacktestTrail(
  surroundings: Surroundings,
  act: (trail: AuditTrail) => Promise<ExitCode>,
): Promise<ExitCode> {
  return onBacktestStore(surroundings, (store) => act(createAuditTrail({ store })));
}

/** Opens the data that the settings name, runs `act` on it and closes it. @throws as {@link onBacktestTrail} */
export async function onBacktestStore(
  { variables, stderr }: Surroundings,
  act: (store: Store) => Promise<ExitCode>,
): Promise<ExitCode> {
  const url = storeUrl(readEnvironment(backtestEnvironment, variables));
  await checkStoreExists(url, STORE_SCHEMA);
  const store = await openStore(url, {
    collections: STORE_COLLECTIONS,
    schema: STORE_SCHEMA,
    warn: stderr,
  });
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}
