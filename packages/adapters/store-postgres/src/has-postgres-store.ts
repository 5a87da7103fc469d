import { anyText } from "@bourse/kernel";

import { withoutPassword } from "./address.ts";
import { askServer } from "./ask-server.ts";
import { hasStore } from "./schema.ts";

/**
 * Resolves to true when a schema of the database at `url` holds a store; nothing is made.
 *
 * @throws KernelError ARGUMENT_INVALID; StoreError STORE_URL_INVALID, STORE_IO, STORE_CORRUPT (tables of another
 * program), STORE_FORMAT_UNSUPPORTED
 */
export async function hasPostgresStore(url: string, schema: string): Promise<boolean> {
  anyText("url", url);
  anyText("schema", schema);
  return await askServer(url, (client) =>
    hasStore({ client, schema, place: withoutPassword(url) }),
  );
}
