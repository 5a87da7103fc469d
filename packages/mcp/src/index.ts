/** The backtest service for assistants, by the Model Context Protocol. */

export { createBacktestMcp, type BacktestMcpOptions } from "./backtest-mcp.ts";
export { NAMED_TOOLS, RESEARCH_TOOLS, type BacktestOperation } from "./tools/research-tools.ts";
