export {
  walkForward,
  type WalkForwardOptions,
  type WalkForwardResult,
  type WalkForwardWindow,
} from "./walk-forward.ts";
export type { Window, WindowOptions } from "./windows.ts";
