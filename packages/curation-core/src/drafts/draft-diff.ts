/** What changed between two versions, field by field. */

import { isDeepStrictEqual } from "node:util";

import type { Json } from "@bourse/kernel";

import type { DraftData } from "./draft-data.ts";

export interface FieldChange {
  readonly field: string;
  /** null where the field was not there. */
  readonly old_value: Json;
  readonly new_value: Json;
  readonly change_type: "added" | "removed" | "modified";
}

/** In the order of names. */
export function diffDraftData(from: DraftData, to: DraftData): readonly FieldChange[] {
  const before = from as Readonly<Record<string, Json>>;
  const after = to as Readonly<Record<string, Json>>;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({
      field,
      old_value: before[field] ?? null,
      new_value: after[field] ?? null,
      change_type: typeOf(field in before, field in after),
    }));
}

function typeOf(wasThere: boolean, isThere: boolean): FieldChange["change_type"] {
  if (!wasThere) return "added";
  return isThere ? "modified" : "removed";
}
