/** The service around the routes: its paths, how its replies are read, its credentials. */

import type { Service } from "../route/api.ts";
import { envelopeReplies } from "../wire/envelope-replies.ts";

/** The service without its routes, for clients of some of them. */
export const authService: Service = {
  id: "auth",
  basePath: "/api/v1",
  wire: envelopeReplies,
  security: {
    bearer: { type: "bearer", bearerFormat: "JWT" },
    apiKey: { type: "apiKey", header: "X-API-Key" },
  },
};

/** The same service for the operator's routes; apart, so that clients of accounts carry nothing of it. */
export const usersService: Service = {
  id: "auth",
  basePath: "/api/v1",
  wire: envelopeReplies,
  security: { operator: { type: "apiKey", header: "X-API-Key" } },
};
