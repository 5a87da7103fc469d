export {
  serveBacktests,
  type ServeBacktestsOptions,
  type WholeEngine,
} from "../serve-backtests.ts";
export type { WorkerScope } from "../messages.ts";
