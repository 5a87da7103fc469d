export type { ShareRequestKey } from "./accept-share.ts";
export { MAX_DATA_BYTES, type NewShare, type SharePayment } from "./new-share.ts";
export { SHARE_EVENT_TYPE, type ShareParts, type ShareProof } from "./share-context.ts";
export { shareCollections, type ShareStatus } from "./share-document.ts";
export type { SharedData, ShareView } from "./share-view.ts";
export {
  createShares,
  type ShareCall,
  type ShareOutcome,
  type Shares,
  type SharesPage,
  type SharesQuery,
} from "./shares.ts";
