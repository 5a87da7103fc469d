/** `bourse-backtest audit verify`: the chain of the audit trail. The server must be stopped first. */

import { backtestCollections } from "@bourse/backtest-engine/service";
import { readEnvironment, verifyAudit } from "@bourse/http";
import { createAuditTrail } from "@bourse/kernel";
import { checkStoreExists, openStore } from "@bourse/store";

import { backtestEnvironment } from "../environment.ts";
import { storeUrl } from "../store-url.ts";
import type { CommandOutput, ExitCode } from "./command-output.ts";
import type { Variables } from "./load-candles.ts";

/** @throws StoreError STORE_NOT_FOUND, STORE_LOCKED; HttpError ENVIRONMENT_INVALID */
export async function auditCommand(
  noted: string | undefined,
  variables: Variables,
  { print, stderr }: CommandOutput,
): Promise<ExitCode> {
  const url = storeUrl(readEnvironment(backtestEnvironment, variables));
  checkStoreExists(url);
  const store = await openStore(url, { collections: backtestCollections, warn: stderr });
  try {
    return await verifyAudit(createAuditTrail({ store }), noted, { stdout: print, stderr });
  } finally {
    await store.close();
  }
}
