export { backtestApi, type BacktestApi } from "./api.ts";
export * from "./common.ts";
export * from "./data.ts";
export { documentedBacktestApi } from "./docs.ts";
export * from "./job.ts";
export * from "./request.ts";
export * from "./result.ts";
export * from "./strategies.ts";
