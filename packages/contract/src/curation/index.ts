export { accountRoutes } from "./account-routes.ts";
export * from "./accounts.ts";
export { adminRoutes } from "./admin-routes.ts";
export * from "./administration.ts";
export {
  curationApi,
  curationHealthApi,
  CurationHealth,
  type CurationApi,
  type CurationHealthApi,
} from "./api.ts";
export { curatorRoutes } from "./curator-routes.ts";
export { documentedCurationApi, documentedCurationHealthApi } from "./docs.ts";
export { DraftData, DraftDataPatch } from "./draft-data.ts";
export { draftRoutes } from "./draft-routes.ts";
export * from "./drafts.ts";
export { eventRoutes } from "./event-routes.ts";
export { DraftStatus } from "./draft-status.ts";
export { MarketState, Role } from "./fields.ts";
export { CuratorEvent } from "./events.ts";
export { marketRoutes } from "./market-routes.ts";
export * from "./markets.ts";
export * from "./review.ts";
export { curationService } from "./service.ts";
