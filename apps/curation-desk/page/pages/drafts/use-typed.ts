/** The text that an author has typed and not saved: it is kept for those who come back, and holds the window open. */

import type { DraftDetail } from "@bourse/contract/curation";
import { useEffect, useState } from "preact/hooks";

import { emptyForm, formOf, patchOf, type DraftForm } from "../../model/draft-form.ts";

/** The forms that were typed and not saved, by the draft's id. */
const unsaved = new Map<string, DraftForm>();

/** The form of a draft, and the answer to its curator; null is a draft that was never saved. */
export function useTyped(saved: DraftDetail | null) {
  const key = saved?.id ?? "new";
  const [form, setForm] = useState<DraftForm>(
    () => unsaved.get(key) ?? (saved === null ? emptyForm() : formOf(saved.draft_data)),
  );
  const [answer, setAnswer] = useState("");
  const patch = patchOf(saved?.draft_data ?? {}, form);
  const isChanged = Object.keys(patch).length > 0 || answer !== "";
  useEffect(() => {
    if (!isChanged) unsaved.delete(key);
    else unsaved.set(key, form);
    if (!isChanged) return undefined;
    const hold = (event: Event): void => event.preventDefault();
    addEventListener("beforeunload", hold);
    return () => removeEventListener("beforeunload", hold);
  }, [form, isChanged]);
  /** Once it is saved, nothing of it is kept here. */
  const forget = (): void => {
    unsaved.delete(key);
    setAnswer("");
  };
  return { form, setForm, answer, setAnswer, patch, isChanged, forget };
}
