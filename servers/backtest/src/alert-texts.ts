/** Texts of alerts out of the file that the settings name. */

import { readFileSync } from "node:fs";

import { isBourseError, KernelError } from "@bourse/kernel";
import { parseAlertTexts, type AlertTexts } from "@bourse/trading-core/process";

/**
 * The texts of a file: one JSON object of templates by the kinds of alerts. No file has none.
 *
 * @throws KernelError OPTION_INVALID for a file that cannot be read, or holds anything else
 */
export function readAlertTexts(path: string | undefined): Partial<AlertTexts> {
  if (path === undefined) return {};
  let templates: unknown;
  try {
    templates = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw refused(path, `it cannot be read: ${(error as Error).message}.`);
  }
  if (!isTexts(templates)) throw refused(path, "expected one JSON object of texts by kind.");
  try {
    return parseAlertTexts(templates);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    throw refused(path, error.message.replace(/^texts: /u, ""));
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === "string")
  );
}

function refused(path: string, what: string): KernelError {
  return new KernelError("OPTION_INVALID", `ALERT_TEXTS_FILE ${path}: ${what}`, {
    details: { option: "ALERT_TEXTS_FILE" },
  });
}
