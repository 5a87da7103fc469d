/** The forms of a call: its data alone, with status and headers, and without throwing. */

import { isFailure } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { AnyInput } from "./request.ts";
import type { Answer } from "./response.ts";

/** The untyped `withResponse` of any route's call. */
export type Run = (input?: AnyInput, options?: CallOptions) => Promise<Answer>;

/** A call in all its forms, made by `run`; `more` is what else the call has. */
export function callForms(run: Run, more: object): object {
  const failed = (error: unknown): object => {
    if (isFailure(error)) return { ok: false, error };
    throw error;
  };
  return Object.assign(
    (input?: AnyInput, options?: CallOptions) => run(input, options).then(({ data }) => data),
    more,
    {
      withResponse: run,
      safe: (input?: AnyInput, options?: CallOptions) =>
        run(input, options).then((answer) => ({ ok: true, ...answer }), failed),
    },
  );
}
