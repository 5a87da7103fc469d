/** The service around the routes: its paths, how its replies are read, its key. */

import type { Service } from "../route/api.ts";
import { detailReplies } from "../wire/detail-replies.ts";

/** The service without its routes, for clients of some of them. */
export const backtestService: Service = {
  id: "backtest",
  basePath: "/api",
  wire: detailReplies,
  security: { apiKey: { type: "apiKey", header: "X-API-Key", optional: true } },
};
