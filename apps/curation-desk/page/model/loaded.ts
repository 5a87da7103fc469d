/** Something that is read from the server: what is known, whether that is stale, and what went wrong. */

import { returns } from "@bourse/ui";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { explain } from "./explain.ts";

export interface Loaded<Value> {
  /** The last good answer; it stays while a newer one is asked for or fails. */
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  /** True when `value` answers another question than the one that is asked now, or could not be renewed. */
  readonly stale: boolean;
  readonly reload: () => void;
  /** Puts a newer value in place without asking. */
  readonly put: (value: Value) => void;
}

interface Answer<Value> {
  readonly key: string;
  readonly value?: Value;
  readonly problem?: string;
}

/**
 * Asks when `key` changes, and again when the server is back after it was lost, unless `isEdited`: what is typed builds
 * on the version that was read. An answer to an older question is dropped.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  { isEdited = false }: { readonly isEdited?: boolean } = {},
): Loaded<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ key });
  const [turn, setTurn] = useState(0);
  const asked = useRef(load);
  asked.current = load;
  useEffect(() => {
    const ending = new AbortController();
    asked.current(ending.signal).then(
      (value) => !ending.signal.aborted && setAnswer({ key, value }),
      (error: unknown) => {
        if (ending.signal.aborted) return;
        const problem = explain(error);
        setAnswer(({ value }) =>
          value === undefined ? { key, problem } : { key, value, problem },
        );
      },
    );
    return () => ending.abort();
  }, [key, turn, isEdited ? 0 : returns.value]);
  return {
    value: answer.value,
    problem: answer.key === key ? answer.problem : undefined,
    stale: answer.key !== key || answer.problem !== undefined,
    reload: useCallback(() => setTurn((count) => count + 1), []),
    put: useCallback((value: Value) => setAnswer({ key, value }), [key]),
  };
}
