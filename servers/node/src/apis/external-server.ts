import { nodeExternalApi } from "@bourse/contract/node";
import { nodeExternalDocument } from "@bourse/documents/node";
import { bindNodeExternalApi, gateStandby } from "@bourse/handlers/node";
import { createHttpServer, type HttpServer } from "@bourse/http";

import { externalAccess } from "../access.ts";
import { bindOptions, commonOptions, type ServersOptions } from "./servers-options.ts";

/** Creates the server of the public API. */
export function createExternalServer(options: ServersOptions): HttpServer {
  const { config, node, isWriter, version, commandKey, accountKeys } = options;
  return createHttpServer({
    ...commonOptions(options, { limit: 10, burst: 20 }),
    api: nodeExternalApi,
    document: () => nodeExternalDocument({ version }),
    startPage: {
      firstCall: "complianceHistory",
      proof:
        "Verification and the compliance history are public. Sharing and reading need an API key in the header X-API-Key.",
    },
    routes: gateStandby(
      nodeExternalApi,
      isWriter,
      bindNodeExternalApi(node, {
        ...bindOptions(options),
        access: externalAccess(config, commandKey, accountKeys),
      }),
    ),
    // A public API accepts any host name unless there is a list.
    allowedHosts: config.ALLOWED_HOSTS,
  });
}
