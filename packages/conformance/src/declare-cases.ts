/** Runner of a suite's cases: each on a subject of its own, which is closed behind it. */

import { functionOption, resolveOptions } from "@bourse/kernel";

export type ConformanceCase<Subject> = readonly [
  name: string,
  run: (subject: Subject) => Promise<void>,
];

interface CasesOptions<Subject> {
  readonly test: (name: string, run: () => Promise<void>) => void;
  readonly open: () => Promise<Subject>;
}

/** Declares the cases of the suite `owner`. @throws KernelError OPTION_INVALID */
export function declareCases<Subject extends { close?(): Promise<void> }>(
  owner: string,
  given: CasesOptions<Subject>,
  cases: readonly ConformanceCase<Subject>[],
): void {
  const { test, open } = resolveOptions<CasesOptions<Subject>>(owner, given, {
    test: functionOption(),
    open: functionOption(),
  });
  for (const [name, run] of cases) {
    test(name, async () => {
      const subject = await open();
      try {
        await run(subject);
      } finally {
        await subject.close?.();
      }
    });
  }
}
