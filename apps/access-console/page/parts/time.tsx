/** A time as its distance from now, with the whole of it on pointing. */

import { ago, moment } from "@bourse/ui";

interface TimeProps {
  /** ISO 8601; null for one that has not come. */
  readonly at: string | null;
  /** Word for null. */
  readonly none?: string;
}

export function Time({ at, none = "never" }: TimeProps) {
  if (at === null) return <>{none}</>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(Date.parse(at))}
    </time>
  );
}
