/** Calls that a suspended account may not make. */

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";

type Call = (actor: Actor, ...rest: readonly unknown[]) => Promise<unknown>;

/** The same calls, of which `names` are refused for a suspended actor with ACCOUNT_SUSPENDED. */
export function unlessSuspended<T extends object>(target: T, names: readonly (keyof T)[]): T {
  const guarded = names.map((name) => {
    const call = target[name] as Call;
    const checked: Call = async (actor, ...rest) => {
      requireNotSuspended(actor);
      return await call(actor, ...rest);
    };
    return [name, checked] as const;
  });
  return Object.freeze({ ...target, ...(Object.fromEntries(guarded) as Partial<T>) });
}

/** @throws CurationError ACCOUNT_SUSPENDED */
export function requireNotSuspended({ suspension }: Pick<Actor, "suspension">): void {
  if (suspension === undefined) return;
  const { reason, until } = suspension;
  const message = `This account is suspended ${endText(until)}, and can only read: ${reason}`;
  throw new CurationError("ACCOUNT_SUSPENDED", message, { details: { reason, until } });
}

/** End of a suspension in a sentence. */
export function endText(until: number | null): string {
  return until === null ? "until it is lifted" : `until ${new Date(until).toISOString()}`;
}
