/** The comparison of two versions of a draft. */

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { type FieldChange, diffDraftData } from "../specification/draft-diff.ts";
import { draftVersions } from "./draft-document.ts";
import type { DraftsParts } from "./drafts-parts.ts";
import { readDraft } from "./read-draft.ts";

/**
 * Compares two versions: by default the current one with the one before it.
 *
 * @throws CurationError NOT_FOUND for the draft or a version
 */
export async function compareVersions(
  parts: Pick<DraftsParts, "store" | "ledger">,
  actor: Actor,
  id: string,
  range: { readonly from?: number | undefined; readonly to?: number | undefined } = {},
): Promise<readonly FieldChange[]> {
  const { version } = await readDraft(parts, actor, id);
  const to = range.to ?? version;
  const from = range.from ?? Math.max(1, to - 1);
  const [before, after] = await Promise.all(
    [from, to].map((one) => parts.store.get(draftVersions, `${id}:${one}`)),
  );
  if (before === undefined || after === undefined) {
    const message = `Versions ${from} and ${to} were requested, but this draft only has versions 1–${version}.`;
    throw new CurationError("NOT_FOUND", message);
  }
  return diffDraftData(before.value.draftData, after.value.draftData);
}
