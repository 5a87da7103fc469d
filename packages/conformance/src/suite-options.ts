/** Rules of the options that several suites have, for callers without types. */

import {
  anyText,
  functionOption,
  KernelError,
  optional,
  recordOf,
  shapedOption,
  type OptionRule,
} from "@bourse/kernel";

type Except = Readonly<Record<string, string>>;
type Test<More extends readonly unknown[]> = (
  name: string,
  run: () => Promise<void>,
  ...more: More
) => unknown;

/** Cases or operations to leave out, by name, each with the reason; none by default. */
export const exceptOption: OptionRule<Except> = {
  ...shapedOption<Except>("an object that has a reason for each name", recordOf(anyText)),
  absent: () => ({}),
};

/** The options of every suite of a service. */
export const SERVICE_OPTIONS: {
  readonly test: OptionRule<Test<[number]>>;
  readonly except: OptionRule<Except>;
  readonly onSkip: OptionRule<((name: string, reason: string) => unknown) | undefined>;
} = {
  test: functionOption<Test<[number]>>(),
  except: exceptOption,
  onSkip: optional(functionOption<(name: string, reason: string) => unknown>()),
};

/**
 * Refuses a reason to leave out what is not there.
 *
 * @throws KernelError OPTION_INVALID
 */
export function checkExcept(owner: string, except: Except, names: readonly string[]): void {
  const unknown = Object.keys(except).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new KernelError("OPTION_INVALID", `${owner}: there is no case "${unknown}" to leave out.`, {
    details: { owner, option: "except" },
  });
}
