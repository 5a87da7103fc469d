/** Something that a form sets going and that counts at its moment, such as an order: it ends when the reader leaves. */

import { useEffect, useRef } from "preact/hooks";

import { useAction, type Action } from "./action.ts";

export interface Decision<Input, Result> extends Action<Input, Result> {
  /** Stops waiting for the answer; what was asked for may have been done. */
  readonly cancel: () => void;
}

/**
 * As `useAction`, with a signal that is aborted when the reader cancels, hides the page or goes elsewhere: nothing is
 * sent behind their back. The reason of the signal says why in a sentence.
 */
export function useDecision<Input, Result>(
  work: (input: Input, signal: AbortSignal) => Promise<Result>,
): Decision<Input, Result> {
  const running = useRef<AbortController | undefined>(undefined);
  const stop = (why: string): void => running.current?.abort(abortError(why));
  useEffect(() => {
    const leave = (): void => stop("You left before the answer came.");
    const hide = (): void => {
      if (document.hidden) leave();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      leave();
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
    };
  }, []);
  const action = useAction(async (input: Input) => {
    const controller = new AbortController();
    running.current = controller;
    try {
      return await work(input, controller.signal);
    } finally {
      running.current = undefined;
    }
  });
  return { ...action, cancel: () => stop("You cancelled before the answer came.") };
}

/** An abort says nothing about the server, which its name tells `watchedFetch`. */
function abortError(why: string): Error {
  return Object.assign(new Error(why), { name: "AbortError" });
}
