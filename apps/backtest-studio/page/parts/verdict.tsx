/** The verdict of the audit for looking ahead, which stands wherever a run's figures do. */

import { Badge } from "@bourse/ui";

import type { Verdict } from "../model/verdict.ts";

interface VerdictBadgeProps {
  readonly verdict: Verdict;
  /** True where it stands in place of the state of a run that completed. */
  readonly isState?: boolean;
}

export function VerdictBadge({ verdict, isState = false }: VerdictBadgeProps) {
  if (verdict === undefined) return null;
  const [kind, text, meaning] = VERDICTS[verdict];
  const isClean = isState && verdict === "clean";
  return (
    <span title={meaning}>
      <Badge state={verdict} kind={kind} text={isClean ? "completed, clean" : text} />
    </span>
  );
}

const VERDICTS = {
  clean: ["good", "no look-ahead", "The audit found no decision that later candles change."],
  looks_ahead: [
    "poor",
    "looks ahead",
    "The audit found decisions that later candles change: nobody can earn these figures.",
  ],
  unknown: ["fair", "not audited", "Nobody asked whether this strategy of your own looks ahead."],
} as const;
