import { isBourseError } from "@bourse/kernel";

import { checkAddress, withoutPassword } from "./address.ts";
import { Connections } from "./connections.ts";
import { endClient } from "./end-client.ts";
import { faultOf } from "./fault.ts";
import { hasStore } from "./schema.ts";

/** Time in milliseconds that the question may take. */
const TIMEOUT_MILLISECONDS = 5000;

/**
 * Resolves to true when a schema of the database at `url` holds a store; nothing is made.
 *
 * @throws StoreError STORE_URL_INVALID, STORE_IO, STORE_CORRUPT (tables of another program), STORE_FORMAT_UNSUPPORTED
 */
export async function hasPostgresStore(url: string, schema: string): Promise<boolean> {
  checkAddress(url);
  const place = withoutPassword(url);
  const connections = new Connections({
    url,
    applicationName: "bourse-question",
    poolSize: 2,
    connectTimeoutMilliseconds: TIMEOUT_MILLISECONDS,
    statementTimeoutMilliseconds: TIMEOUT_MILLISECONDS,
    transactionIdleMilliseconds: TIMEOUT_MILLISECONDS,
  });
  try {
    const client = await connections.single(TIMEOUT_MILLISECONDS);
    try {
      return await hasStore({ client, schema, place });
    } finally {
      void endClient(client);
    }
  } catch (cause) {
    throw isBourseError(cause) ? cause : faultOf(cause, place);
  } finally {
    await connections.close();
  }
}
