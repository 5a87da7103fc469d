/** Labels of a run as texts of its row, and what a change of them asks for. */

import type { JobChangeInput, JobLabels } from "@bourse/contract/backtest";

export type LabelTexts = Readonly<Record<"title" | "note" | "tags", string>>;

export function textsOfLabels({ title, note, tags }: Partial<JobLabels> = {}): LabelTexts {
  return { title: title ?? "", note: note ?? "", tags: (tags ?? []).join(", ") };
}

/** The change of what differs alone: others may have changed the rest meanwhile. */
export function changeOf(before: LabelTexts, now: LabelTexts): JobChangeInput {
  const tags = now.tags.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]));
  return {
    ...(now.title !== before.title && { title: now.title.trim() || null }),
    ...(now.note !== before.note && { note: now.note.trim() || null }),
    ...(now.tags !== before.tags && { tags: [...new Set(tags)] }),
  };
}
