/** The backtesting and trading job service as a table: paths under `/api`, snake_case, no envelope. */

import { defineApi } from "../route/api.ts";
import { detail } from "../wire/detail.ts";
import { dataRoutes } from "./data-routes.ts";
import { executionRoutes } from "./execution-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { researchRoutes } from "./research-routes.ts";
import { backtestService } from "./service.ts";

export const backtestApi = defineApi({
  ...backtestService,
  id: "backtest",
  title: "Bourse backtesting and trading job service",
  version: "1",
  wire: detail,
  routes: { ...jobRoutes, ...researchRoutes, ...dataRoutes, ...executionRoutes },
});

/** The table's type; handlers, clients and mocks are typed by it. */
export type BacktestApi = typeof backtestApi;
