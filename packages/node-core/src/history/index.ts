export { createNodeHistory, type NodeHistory } from "./history.ts";
export { HistoryRecorder } from "./history-recorder.ts";
export { historyHours, type HistorySeries, type HistoryValue } from "./history-document.ts";
export type { HistoryAnswer, HistoryPoint, HistoryQuery } from "./read-history.ts";
