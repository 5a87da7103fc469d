/** The code that a change needs in an account with a second factor: asked once, then the change goes on. */

import { signal } from "@preact/signals";

/** A change that waits for a code. */
export interface Asked {
  readonly challenge: string;
  /** The code was right: the change goes on. */
  readonly go: () => void;
  /** The reader has closed the window: the change is not made. */
  readonly leave: () => void;
}

/** The change that waits for a code now. */
export const asked = signal<Asked | undefined>(undefined);

/** The challenge of a refusal; undefined for any other error. */
export function challengeOf(
  error: unknown,
  code: "FACTOR_REQUIRED" | "STEP_UP_REQUIRED",
): string | undefined {
  const { details, ...rest } = (error ?? {}) as {
    readonly code?: unknown;
    readonly details?: { readonly challenge?: unknown };
  };
  const challenge = details?.challenge;
  return rest.code === code && typeof challenge === "string" ? challenge : undefined;
}

/** Asks for a code. Rejects when the reader does not give one. */
export async function askForCode(challenge: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      asked.value?.leave();
      const leave = (): void => reject(new Error("Nothing was changed: the code was not given."));
      asked.value = { challenge, go: resolve, leave };
    });
  } finally {
    asked.value = undefined;
  }
}
