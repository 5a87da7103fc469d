/** The end of a connection, also where the network is gone that would tell the server of it. */

import type { ClientBase, Connection } from "pg";

/** Time in milliseconds in which the server is to close its end. */
const GRACE_MILLISECONDS = 1000;

/** Ends a connection that no pool has. Never rejects. */
export async function endClient(client: ClientBase & { end(): Promise<void> }): Promise<void> {
  destroySoon(client);
  await client.end().catch(() => undefined);
}

/** Closes the socket of a connection that is being ended, when its server does not. */
export function destroySoon(client: ClientBase): void {
  // Every client of pg has its connection; the types leave it out.
  const { connection } = client as ClientBase & { readonly connection: Connection };
  const timer = setTimeout(() => connection.stream.destroy(), GRACE_MILLISECONDS);
  connection.stream.once("close", () => clearTimeout(timer));
}
