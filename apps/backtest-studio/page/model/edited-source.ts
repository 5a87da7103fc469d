/** Sources that are edited: what the server has, and what the reader has made of it, until the page is closed. */

import { signal } from "@preact/signals";

/** The first part of the place of an editor. */
const EDIT = "edit";

/** A source under way. */
export interface SourceDraft {
  /** Text as the reader has it. */
  readonly source: string;
  /** Text as it was read or saved; "" for a new strategy. */
  readonly saved: string;
  /** SHA-256 of the saved text; undefined for a new strategy. */
  readonly sha256: string | undefined;
}

/** Drafts by the name of their strategy, "" for a new one. They outlive a step to another page. */
export const drafts = signal<Readonly<Record<string, SourceDraft>>>({});

export function isEditing(rest: readonly string[]): boolean {
  return rest[0] === EDIT;
}

/** Name of the strategy whose source is edited; "" for a new one. */
export function editedName(rest: readonly string[]): string {
  return rest[1] ?? "";
}

/** Place of the editor of a strategy. */
export function editorPlace(name: string): readonly string[] {
  return name === "" ? ["strategies", EDIT] : ["strategies", EDIT, name];
}

export function setDraft(name: string, draft: SourceDraft | undefined): void {
  const { [name]: _, ...others } = drafts.peek();
  drafts.value = draft === undefined ? others : { ...others, [name]: draft };
}

export function isUnsaved({ source, saved }: SourceDraft): boolean {
  return source !== saved;
}

addEventListener("beforeunload", (event) => {
  if (Object.values(drafts.peek()).some(isUnsaved)) event.preventDefault();
});

/** Name that a strategy may have. */
const STRATEGY_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Fault of the name of a new strategy; undefined when it fits. */
export function nameFault(name: string, taken: readonly string[]): string | undefined {
  if (!STRATEGY_NAME.test(name)) {
    return "A lower-case letter, then at most 63 of a–z, 0–9 and _.";
  }
  return taken.includes(name) ? "There is a strategy of this name." : undefined;
}

/** The source that a new strategy begins with: averages that cross. */
export function firstSource(name: string): string {
  return `import { defineStrategy, Signal } from "@bourse/backtest-engine";
import { sma } from "@bourse/indicators";

export default defineStrategy({
  name: "${name}",
  version: "1.0.0",
  description: "Long while the fast average is above the slow one.",
  signalType: "trend",
  direction: "long",
  parameters: {
    fast: { type: "integer", default: 10, minimum: 2, maximum: 100, description: "Candles of the fast average." },
    slow: { type: "integer", default: 30, minimum: 5, maximum: 400, description: "Candles of the slow average." },
  },
  decide({ close }, { fast, slow }) {
    const [quick, calm] = [sma(close, fast), sma(close, slow)];
    const signals = new Uint8Array(close.length);
    for (let i = slow; i < close.length; i++) {
      const now = quick[i]! - calm[i]!;
      const before = quick[i - 1]! - calm[i - 1]!;
      if (now > 0 && before <= 0) signals[i] = Signal.enterLong;
      if (now < 0 && before >= 0) signals[i] = Signal.exitLong;
    }
    return { signals, warmUp: slow };
  },
});
`;
}

/** A fault of a source at its place. */
export interface PlacedFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The faults that a refusal of a source names; empty for other errors. */
export function placedFaults(error: unknown): readonly PlacedFault[] {
  const { code, issues = [] } = (error ?? {}) as {
    readonly code?: string;
    readonly issues?: readonly {
      readonly msg: string;
      readonly line?: number;
      readonly column?: number;
    }[];
  };
  if (code !== "STRATEGY_INVALID") return [];
  return issues.map(({ msg, line = 1, column = 1 }) => ({ line, column, message: msg }));
}
