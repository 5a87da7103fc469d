/** The service around the routes: its paths, how its replies are read, its two credentials. */

import type { ClientApi } from "../route/api.ts";
import { envelopeReplies } from "../wire/envelope-replies.ts";

/** With `routes`, what a caller needs of a part of the service. */
export const authService: Omit<ClientApi, "routes"> = {
  id: "auth",
  title: "Bourse access control",
  version: "1",
  basePath: "/api/v1",
  wire: envelopeReplies,
  security: {
    bearer: { type: "bearer", bearerFormat: "JWT" },
    apiKey: { type: "apiKey", header: "X-API-Key" },
  },
};
