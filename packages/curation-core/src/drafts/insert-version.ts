import type { Actor } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { type DraftDocument, draftVersions } from "./draft-document.ts";

/** Stores the present version of a draft in the transaction that makes it. */
export async function insertVersion(
  { tx, now }: UnitOfWork,
  actor: Actor,
  { id, version, draftData }: DraftDocument,
  curatorResponse: string | null,
): Promise<void> {
  await tx.insert(draftVersions, {
    id: `${id}:${version}`,
    draftId: id,
    version,
    draftData,
    editorId: actor.id,
    editorName: actor.username,
    curatorResponse,
    createdAt: now,
  });
}
