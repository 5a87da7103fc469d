/** The service around the routes: its paths, how its replies are read, its credential. */

import type { Service } from "../route/api.ts";
import { detailReplies } from "../wire/detail-replies.ts";

/** The service without its routes, for clients of some of them. */
export const curationService: Service = {
  id: "curation",
  basePath: "/api/v1",
  wire: detailReplies,
  security: {
    bearer: { type: "bearer", bearerFormat: "JWT" },
    maybeBearer: { type: "bearer", bearerFormat: "JWT", optional: true },
  },
};
