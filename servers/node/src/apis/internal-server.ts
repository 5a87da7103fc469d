import { nodeInternalApi } from "@bourse/contract/node";
import { nodeInternalDocument } from "@bourse/documents/node";
import { bindNodeInternalApi, gateStandby } from "@bourse/handlers/node";
import { createHttpServer, type HttpServer } from "@bourse/http";

import { internalAccess } from "../access.ts";
import { bindOptions, commonOptions, namesOf, type ServersOptions } from "./servers-options.ts";

/** Creates the server of the owner's API. */
export function createInternalServer(options: ServersOptions): HttpServer {
  const { config, node, isWriter, version, metrics, commandKey, accountKeys } = options;
  return createHttpServer({
    ...commonOptions(options, { limit: 50, burst: 100 }),
    api: nodeInternalApi,
    document: () => nodeInternalDocument({ version }),
    startPage: {
      firstCall: "self",
      proof:
        "This is the owner's API. Calls need an API key in the header X-API-Key, but for health, and for programs that call directly on this machine where no real money moves.",
    },
    routes: gateStandby(nodeInternalApi, isWriter, [
      ...bindNodeInternalApi(node, {
        ...bindOptions(options),
        access: internalAccess(config, commandKey, accountKeys),
      }),
      ...metrics.routesFor(nodeInternalApi),
    ]),
    allowedHosts: namesOf(config.INTERNAL_API_HOST, config),
  });
}
