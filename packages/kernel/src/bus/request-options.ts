import { absentOr, anySignal, anyText, objectOf, wholeNumber } from "../checked-calls.ts";
import { argumentInvalid } from "../checks.ts";
import { didYouMean } from "../nearest-name.ts";
import type { BusRequestOptions } from "./port.ts";

const RULES = {
  timeoutMilliseconds: wholeNumber({ min: 1, max: 86_400_000 }),
  signal: absentOr(anySignal),
  caller: absentOr(anyText),
};
const shape = objectOf(RULES);

/** Checks the options of a request. @throws KernelError ARGUMENT_INVALID */
export function checkRequestOptions(options: BusRequestOptions): void {
  shape("options", options);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(RULES, name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, Object.keys(RULES));
  throw argumentInvalid(`options.${unknown}`, `request: there is no option "${unknown}".${hint}`);
}
