export { backtestEnvironment, type BacktestEnvironment } from "./environment.ts";
export { backtestServer } from "./server.ts";
export { startBacktestServer } from "./start.ts";
