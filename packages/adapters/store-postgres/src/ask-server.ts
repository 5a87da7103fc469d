/** Questions to a server by a program that opens no store. */

import { isBourseError } from "@bourse/kernel";

import { checkAddress, withoutPassword } from "./address.ts";
import { Connections } from "./connections.ts";
import { endClient } from "./end-client.ts";
import { faultOf } from "./fault.ts";
import type { SessionClient } from "./session-client.ts";

/** Time in milliseconds that each question may take. */
const TIMEOUT_MILLISECONDS = 5000;

/**
 * Asks the server at `url` over one connection, which is closed afterwards.
 *
 * @throws StoreError STORE_URL_INVALID, STORE_IO, and what `ask` throws
 */
export async function askServer<Answer>(
  url: string,
  ask: (client: SessionClient) => Promise<Answer>,
): Promise<Answer> {
  checkAddress(url);
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
      return await ask(client);
    } finally {
      void endClient(client);
    }
  } catch (cause) {
    throw isBourseError(cause) ? cause : faultOf(cause, withoutPassword(url));
  } finally {
    await connections.close();
  }
}
