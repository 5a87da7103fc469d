/** The stop before a market without a deadline or a source: each is known and accepted by its own tick. */

import type { Finding } from "@bourse/contract/curation";
import { Notice } from "@bourse/ui";

interface AcknowledgeProps {
  /** The warnings that must be acknowledged. */
  readonly stops: readonly Finding[];
  /** The codes that are acknowledged. */
  readonly known: readonly string[];
  /** The step that is stopped, such as "Approve". */
  readonly step: string;
  readonly onChange: (known: readonly string[]) => void;
}

const WITHOUT: Readonly<Record<string, string>> = {
  no_deadline: "without a deadline: nobody knows when it is decided",
  no_source: "without a source: nobody knows what decides it",
};

/** True once every stop is acknowledged. */
export function isAcknowledged(stops: readonly Finding[], known: readonly string[]): boolean {
  return stops.every(({ code }) => known.includes(code));
}

export function Acknowledge({ stops, known, step, onChange }: AcknowledgeProps) {
  if (stops.length === 0) return null;
  return (
    <div class="stops" role="group" aria-label={`Before you ${step.toLowerCase()}`}>
      <Notice kind="fair">{stops.map(({ message }) => message).join(" ")}</Notice>
      {stops.map(({ code }) => (
        <label key={code} class="check">
          <input
            type="checkbox"
            checked={known.includes(code)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...known, code] : known.filter((one) => one !== code))
            }
          />
          {step} it {WITHOUT[code] ?? `in spite of ${code}`}
        </label>
      ))}
    </div>
  );
}
