/** `bourse-backtest audit verify`: the chain of the audit trail. The server must be stopped first. */

import { readEnvironment, verifyAudit, type ExitCode } from "@bourse/http";
import { createAuditTrail } from "@bourse/kernel";
import { checkStoreExists, openStore } from "@bourse/store";

import { backtestEnvironment } from "../environment.ts";
import { STORE_COLLECTIONS, STORE_SCHEMA, storeUrl } from "../store-url.ts";
import type { Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";

/** @throws StoreError STORE_NOT_FOUND, STORE_LOCKED; HttpError ENVIRONMENT_INVALID */
export async function auditCommand(
  noted: string | undefined,
  variables: Variables,
  output: LongCommandOutput,
): Promise<ExitCode> {
  const url = storeUrl(readEnvironment(backtestEnvironment, variables));
  await checkStoreExists(url, STORE_SCHEMA);
  const store = await openStore(url, { collections: STORE_COLLECTIONS, warn: output.stderr });
  try {
    return await verifyAudit(createAuditTrail({ store }), noted, output);
  } finally {
    await store.close();
  }
}
