import type { IncomingMessage, ServerResponse } from "node:http";

import type { CompiledRoute } from "@bourse/contract";

/** Anything that the server answers: a route of the API, a probe, a file of the docs page. */
export interface ServedRow {
  readonly method: string;
  /** `/api/jobs/:uuid` */
  readonly path: string;
  readonly run: CompiledRoute;
  /** Operation id of a route; the name of what else is answered, such as `livez`. */
  readonly operation: string;
  /** True when the request limit counts requests to this row. */
  readonly limited: boolean;
  /** Sets security headers in place of the constant ones of data: a page needs others. */
  readonly harden?: (request: IncomingMessage, response: ServerResponse) => void;
}
