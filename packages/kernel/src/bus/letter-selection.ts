import { objectOf } from "../checked-calls.ts";
import { argumentInvalid, checkInteger } from "../checks.ts";
import { didYouMean } from "../nearest-name.ts";
import type { DeadLetterSelection } from "./port.ts";

const KNOWN = {
  deadLetters: ["limit", "until"],
  removeDeadLetters: ["until"],
} as const;

/**
 * Checks which dead letters a call is about, and fills in the defaults.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function letterSelection(
  call: keyof typeof KNOWN,
  selection: DeadLetterSelection = {},
): Required<DeadLetterSelection> {
  objectOf({})("options", selection);
  const { limit = 100, until = Number.MAX_SAFE_INTEGER } = selection;
  checkInteger("limit", limit, { min: 1, max: 1000 });
  checkInteger("until", until, { min: 0 });
  const known: readonly string[] = KNOWN[call];
  const unknown = Object.keys(selection).find((name) => !known.includes(name));
  if (unknown === undefined) return { limit, until };
  const message = `${call}: there is no option "${unknown}".${didYouMean(unknown, known)}`;
  throw argumentInvalid(`options.${unknown}`, message);
}
