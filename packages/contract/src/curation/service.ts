/** The service around the routes: its paths, how its replies are read, its credential. */

import type { ClientApi } from "../route/api.ts";
import { detailReplies } from "../wire/detail-replies.ts";

/** With `routes`, what a caller needs of a part of the service. */
export const curationService: Omit<ClientApi, "routes"> = {
  id: "curation",
  title: "Bourse market curation",
  version: "1",
  basePath: "/api/v1",
  wire: detailReplies,
  security: {
    bearer: { type: "bearer", bearerFormat: "JWT" },
    maybeBearer: { type: "bearer", bearerFormat: "JWT", optional: true },
  },
};
