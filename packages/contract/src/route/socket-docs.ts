/** A WebSocket of an API as data: what an AsyncAPI document tells of it. Who serves it, and how, is the server's. */

import type { Schema } from "./schema.ts";

/** The documentation of a WebSocket. */
export interface SocketDocs {
  /** Whole path, outside of the API's base path, with parameters as in `/jobs/:uuid`. */
  readonly path: string;
  /** One line without a full stop, for tables and menus. */
  readonly summary: string;
  /** Rules that the schemas do not tell, in Markdown. Default: none. */
  readonly description?: string;
  /** Name of the security scheme of the handshake. Default: none. */
  readonly security?: string;
  /** Description of each parameter of the path, by its name. Default: none. */
  readonly params?: Readonly<Record<string, string>>;
  /** An object schema of the handshake's query. Default: none. */
  readonly query?: Schema;
  /** An object schema of the handshake's headers, names in lower case. Default: none. */
  readonly headers?: Schema;
  /** The schema of each message that the service sends, by its type. */
  readonly sends: Readonly<Record<string, Schema>>;
  /** The schema of each message that a client may send, by its type. Default: none. */
  readonly takes?: Readonly<Record<string, Schema>>;
}
