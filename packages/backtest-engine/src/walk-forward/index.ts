export type { WindowRun, WindowTask } from "./run-window.ts";
export {
  walkForward,
  type WalkForwardOptions,
  type WalkForwardResult,
  type WalkForwardThreads,
  type WalkForwardWindow,
} from "./walk-forward.ts";
export type { Window, WindowOptions } from "./windows.ts";
