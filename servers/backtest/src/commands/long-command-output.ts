import type { CommandOutput } from "@bourse/http";

/** Output of a command that may take long. */
export interface LongCommandOutput extends CommandOutput {
  /** Redraws the progress line; an empty text clears it. No-op without a terminal. */
  readonly progress: (text: string) => void;
}
