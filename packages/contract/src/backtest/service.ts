/** The service around the routes: its paths, how its replies are read, its key. */

import type { ClientApi } from "../route/api.ts";
import { detailReplies } from "../wire/detail-replies.ts";

/** The service without its routes; add `routes` to create a client of some of them. */
export const backtestService: Omit<ClientApi, "routes"> = {
  basePath: "/api",
  wire: detailReplies,
  security: { apiKey: { type: "apiKey", header: "X-API-Key", optional: true } },
};
