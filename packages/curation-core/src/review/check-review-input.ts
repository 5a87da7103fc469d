/** Checks of what curators write to authors. */

import { isFreeText } from "@bourse/kernel";

import { invalid } from "../invalid.ts";

const MIN_REASON = 10;

/** Checks the reason of a rejection or of a request for changes. @throws CurationError VALIDATION_ERROR */
export function checkReason(name: string, reason: string): void {
  if (isFreeText(reason, MIN_REASON, 5000)) return;
  throw invalid(
    ["body", name],
    `must be legible text of ${MIN_REASON} to 5000 characters`,
    "string",
  );
}

/** Checks the notes of an approval. @throws CurationError VALIDATION_ERROR */
export function checkNotes(notes: string): void {
  if (!isFreeText(notes, 0, 5000)) {
    throw invalid(
      ["body", "curatorNotes"],
      "must be legible text of at most 5000 characters",
      "string",
    );
  }
}

/** Checks requested changes by field name. @throws CurationError VALIDATION_ERROR */
export function checkChanges(changes: Readonly<Record<string, string>>): void {
  const fields = Object.entries(changes);
  const fits = fields.every(
    ([field, text]) => Array.from(field).length <= 100 && isFreeText(text, 1, 5000),
  );
  if (fields.length >= 1 && fields.length <= 100 && fits) return;
  const message = "must contain 1 to 100 fields, each with what to change";
  throw invalid(["body", "requestedChanges"], message, "object_type");
}
