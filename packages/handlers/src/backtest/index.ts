export { bindBacktestApi, createBacktestHandlers } from "./backtest-handlers.ts";
export { translateBacktestError } from "./translate.ts";
export { wireBacktestResult } from "./wire/backtest-result.ts";
export { wireEvent } from "./wire/event.ts";
