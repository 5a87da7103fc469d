/** The rules of the server, applied as one types: the same function, over the names of the wire. */

import type { DraftData, Finding } from "@bourse/contract/curation";
import { ACKNOWLEDGED_WARNINGS, findIn, type RuleContext } from "@bourse/curation-core/rules";

/** Findings at the time `now`, in milliseconds since the epoch; only the server knows of near-duplicates. */
export function findingsIn(
  data: DraftData,
  now: number,
): { readonly errors: readonly Finding[]; readonly warnings: readonly Finding[] } {
  const context: RuleContext = { now, nearDuplicate: undefined };
  const found = findIn(coreNames(data) as Parameters<typeof findIn>[0], context);
  return { errors: found.errors.map(onWire), warnings: found.warnings.map(onWire) };
}

/** The warnings that a submission and an approval must acknowledge. */
export function stopsIn(data: DraftData, now: number): readonly Finding[] {
  const { warnings } = findingsIn(data, now);
  return warnings.filter(({ code }) => ACKNOWLEDGED_WARNINGS.includes(code));
}

function onWire({ field, ...finding }: Finding): Finding {
  return { ...finding, field: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) };
}

/** `question_text` as `questionText`, in lists and members too. */
function coreNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(coreNames);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      coreNames(member),
    ]),
  );
}
