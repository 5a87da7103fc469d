export * from "./accounts.ts";
export {
  curationApi,
  curationHealthApi,
  CurationHealth,
  type CurationApi,
  type CurationHealthApi,
} from "./api.ts";
export { documentedCurationApi, documentedCurationHealthApi } from "./docs.ts";
export { DraftData, DraftDataPatch } from "./draft-data.ts";
export * from "./drafts.ts";
export { DraftStatus, MarketState, Role } from "./fields.ts";
export { CuratorEvent } from "./events.ts";
export * from "./markets.ts";
export * from "./review.ts";
