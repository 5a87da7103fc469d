/** Market curation as a table: paths under `/api/v1`, snake_case, no envelope, errors as `{detail}`. */

import * as z from "zod";

import { defineApi } from "../route/api.ts";
import { route } from "../route/route.ts";
import { plainDetail } from "../wire/plain-detail.ts";
import { accountRoutes } from "./account-routes.ts";
import { adminRoutes } from "./admin-routes.ts";
import { curatorRoutes } from "./curator-routes.ts";
import { draftRoutes } from "./draft-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { Text } from "./fields.ts";
import { marketRoutes } from "./market-routes.ts";
import { curationService } from "./service.ts";

export const curationApi = defineApi({
  ...curationService,
  wire: plainDetail,
  routes: {
    ...accountRoutes,
    ...draftRoutes,
    ...curatorRoutes,
    ...eventRoutes,
    ...marketRoutes,
    ...adminRoutes,
  },
});

/** The table's type; handlers, clients and mocks are typed by it. */
export type CurationApi = typeof curationApi;

export const CurationHealth = z.object({
  service: Text,
  status: z.literal("ok"),
  version: Text,
});

/** Beside the API and outside its prefix. */
export const curationHealthApi = defineApi({
  id: "curation-health",
  title: "Health of the Bourse market curation service",
  version: "1",
  basePath: "",
  wire: plainDetail,
  security: {},
  routes: { health: route("GET", "/health", { responses: { 200: CurationHealth } }) },
});

export type CurationHealthApi = typeof curationHealthApi;
