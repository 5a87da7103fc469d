/** Bounds of the labels that people give jobs. */

import { EngineError } from "@bourse/backtest-engine";
import { isFreeText, isLine } from "@bourse/kernel";

import type { JobLabels } from "./job.ts";

const MAX_TAGS = 20;

/** @throws EngineError OPTIONS_INVALID, details.option: the label */
export function checkLabels({ title, note, tags }: Partial<JobLabels>): void {
  if (title !== undefined && title !== null && !isLine(title, 1, 200)) {
    throw refused("title", "one line of 1–200 characters that can be read, or null");
  }
  if (note !== undefined && note !== null && !isFreeText(note, 1, 10_000)) {
    throw refused("note", "text of 1–10,000 characters that can be read, or null");
  }
  if (tags === undefined) return;
  if (tags.length > MAX_TAGS || new Set(tags).size !== tags.length || !tags.every(isTag)) {
    const words = "none twice, each of 1–50 characters, without a comma and without outer blanks";
    throw refused("tags", `at most ${MAX_TAGS} tags, ${words}`);
  }
}

/** Lists are asked for tags that are joined by commas. */
function isTag(tag: string): boolean {
  return isLine(tag, 1, 50) && !tag.includes(",") && tag.trim() === tag;
}

function refused(option: string, expected: string): EngineError {
  const message = `"${option}" must be ${expected}.`;
  return new EngineError("OPTIONS_INVALID", message, { details: { option } });
}
