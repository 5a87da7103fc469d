/** The second factor that a change needs in an account with one: asked once, then the change goes on. */

import { signal } from "@preact/signals";

/** A challenge, and the means by which it can be answered. */
export interface FactorChallenge {
  readonly challenge: string;
  readonly factors: readonly string[];
}

/** A change that waits for a second factor. */
export interface Asked extends FactorChallenge {
  /** The answer was right: the change goes on. */
  readonly go: () => void;
  /** The reader has closed the window: the change is not made. */
  readonly leave: () => void;
}

/** The change that waits now. */
export const asked = signal<Asked | undefined>(undefined);

/** The challenge of a refusal; undefined for any other error. */
export function challengeOf(
  error: unknown,
  code: "FACTOR_REQUIRED" | "STEP_UP_REQUIRED",
): FactorChallenge | undefined {
  const { details, ...rest } = (error ?? {}) as {
    readonly code?: unknown;
    readonly details?: { readonly challenge?: unknown; readonly factors?: unknown };
  };
  const { challenge, factors } = details ?? {};
  if (rest.code !== code || typeof challenge !== "string") return undefined;
  return { challenge, factors: Array.isArray(factors) ? factors.map(String) : [] };
}

/** Does `work`, and once more after the reader has answered where it needs a second factor. */
export async function orAsking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const challenge = challengeOf(error, "STEP_UP_REQUIRED");
    if (challenge === undefined) throw error;
    await askFor(challenge);
    return await work();
  }
}

/** Asks for a second factor. Rejects when the reader does not give one. */
async function askFor(challenge: FactorChallenge): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      asked.value?.leave();
      const leave = (): void => reject(new Error("Nothing was changed: the code was not given."));
      asked.value = { ...challenge, go: resolve, leave };
    });
  } finally {
    asked.value = undefined;
  }
}
