/** The difference between two versions of a draft, field by field. */

import { isSameJson } from "@bourse/kernel";

import type { DraftData } from "./draft-data.ts";

/** One field that differs between two versions. */
export interface FieldChange<Field extends keyof DraftData = keyof DraftData> {
  /** Name of the field. */
  readonly field: Field;
  /** The earlier value; null when the field was absent. */
  readonly oldValue: DraftData[Field] | null;
  /** The later value; null when the field is absent. */
  readonly newValue: DraftData[Field] | null;
  /** `added` when it was absent before, `removed` when it is absent now, else `modified`. */
  readonly changeType: "added" | "removed" | "modified";
}

/** The fields that differ, sorted by name. */
export function diffDraftData(from: DraftData, to: DraftData): readonly FieldChange[] {
  const fields = new Set([...Object.keys(from), ...Object.keys(to)]) as Set<keyof DraftData>;
  return [...fields]
    .toSorted()
    .filter((field) => !isSameJson(from[field], to[field]))
    .map((field) => ({
      field,
      oldValue: from[field] ?? null,
      newValue: to[field] ?? null,
      changeType: changeTypeOf(field in from, field in to),
    }));
}

function changeTypeOf(wasThere: boolean, isThere: boolean): FieldChange["changeType"] {
  if (!wasThere) return "added";
  return isThere ? "modified" : "removed";
}
