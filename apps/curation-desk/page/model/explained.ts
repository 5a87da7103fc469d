/** Calls with their errors in sentences, and with the step-up that they need. */

import { orAsking } from "@bourse/ui";

import { explain, fieldFaults } from "./explain.ts";

/**
 * `work` with its errors in sentences, done once more after the reader has answered where it needs a step-up; `field`
 * of such an error is the field that the server named.
 */
export function explained<Input, Result>(
  work: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  return async (input) => {
    try {
      return await orAsking(() => work(input));
    } catch (error) {
      const [field] = fieldFaults(error).keys();
      throw Object.assign(new Error(explain(error), { cause: error }), { field });
    }
  };
}
