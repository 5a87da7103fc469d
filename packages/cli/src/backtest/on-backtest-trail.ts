import { readEnvironment } from "@bourse/http/environment";
import { createAuditTrail, type AuditTrail } from "@bourse/kernel";
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
export async function onBacktestTrail(
  { variables, stderr }: Surroundings,
  act: (trail: AuditTrail) => Promise<ExitCode>,
): Promise<ExitCode> {
  const url = storeUrl(readEnvironment(backtestEnvironment, variables));
  await checkStoreExists(url, STORE_SCHEMA);
  const store = await openStore(url, {
    collections: STORE_COLLECTIONS,
    schema: STORE_SCHEMA,
    warn: stderr,
  });
  try {
    return await act(createAuditTrail({ store }));
  } finally {
    await store.close();
  }
}
