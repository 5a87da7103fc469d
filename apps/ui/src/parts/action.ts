/** Something that a form sets going: busy while it runs, and then what came of it or what was wrong. */

import { useState } from "preact/hooks";

export interface Action<Input, Result> {
  readonly busy: boolean;
  readonly result: Result | undefined;
  readonly problem: string | undefined;
  /** The field that the server named as the one that does not fit: the member `field` of the error. */
  readonly field: string | undefined;
  /** The problem, when it is about the field of this name. */
  readonly faultOf: (field: string) => string | undefined;
  readonly run: (input: Input) => Promise<void>;
  readonly clear: () => void;
}

interface Outcome<Result> {
  readonly busy: boolean;
  readonly result?: Result;
  readonly problem?: string;
  readonly field?: string | undefined;
}

/** A second call while the first is under way does nothing: a double click is one intent. */
export function useAction<Input, Result>(
  work: (input: Input) => Promise<Result>,
): Action<Input, Result> {
  const [outcome, setOutcome] = useState<Outcome<Result>>({ busy: false });
  const run = async (input: Input): Promise<void> => {
    if (outcome.busy) return;
    setOutcome({ busy: true });
    try {
      setOutcome({ busy: false, result: await work(input) });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      setOutcome({ busy: false, problem, field: fieldOf(error) });
    }
  };
  return {
    busy: outcome.busy,
    result: outcome.result,
    problem: outcome.problem,
    field: outcome.field,
    faultOf: (field) => (outcome.field === field ? outcome.problem : undefined),
    run,
    clear: () => setOutcome({ busy: false }),
  };
}

function fieldOf(error: unknown): string | undefined {
  const { field } = (error ?? {}) as { readonly field?: unknown };
  return typeof field === "string" ? field : undefined;
}
