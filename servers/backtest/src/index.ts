export { backtestEnvironment, type BacktestEnvironment } from "./environment.ts";
export { startBacktestServer } from "./start.ts";
