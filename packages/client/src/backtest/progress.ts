export {
  createFollowJob,
  type FollowJob,
  type FollowJobOptions,
  type JobProgressEvent,
} from "./job-progress.ts";
