/** Runner of a suite's cases: each on a subject of its own, which is closed behind it. */

export type ConformanceCase<Subject> = readonly [
  name: string,
  run: (subject: Subject) => Promise<void>,
];

export function declareCases<Subject extends { close?(): Promise<void> }>(
  {
    test,
    open,
  }: {
    readonly test: (name: string, run: () => Promise<void>) => void;
    readonly open: () => Promise<Subject>;
  },
  cases: readonly ConformanceCase<Subject>[],
): void {
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
