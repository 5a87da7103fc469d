export {
  createFollowJob,
  type FollowJob,
  type FollowJobOptions,
  type JobProgressEvent,
} from "./job-progress.ts";
export type * from "@bourse/contract/backtest";
export type * from "../shared-names.ts";
