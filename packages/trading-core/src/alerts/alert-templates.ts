/** Texts of alerts out of templates, in which `{name}` stands for a fact. */

import { anyText, checkArguments, didYouMean, KernelError, recordOf } from "@bourse/kernel";

import { factNames } from "./alert-facts.ts";
import { ALERT_KINDS, type AlertKind } from "./alert-kind.ts";
import type { AlertTexts } from "./alert-texts.ts";

/** Maximum number of characters of a template. */
const MAX_TEMPLATE = 500;

/**
 * The texts of templates by kind, such as `{"session.halted": "{strategy} on {symbol} has halted: {reason}"}`, for the
 * option `texts` of `openAlerts`. `{{` and `}}` stand for braces.
 *
 * @throws KernelError OPTION_INVALID for an unknown kind or placeholder, a single brace, or a template that is no text
 * of 1–500 characters; ARGUMENT_INVALID
 */
export function parseAlertTexts(templates: Readonly<Record<string, string>>): Partial<AlertTexts> {
  checkArguments("parseAlertTexts", { templates: recordOf(anyText) }, [templates]);
  const texts = Object.entries(templates).map(([kind, template]) => {
    if (!isKind(kind)) {
      const known = ALERT_KINDS.join(", ");
      throw invalid(
        kind,
        `expected a kind of alerts, one of: ${known}.${didYouMean(kind, ALERT_KINDS)}`,
      );
    }
    return [kind, textOf(kind, template)];
  });
  return Object.fromEntries(texts) as Partial<AlertTexts>;
}

type Text = (facts: Readonly<Record<string, string>>) => string;

function textOf(kind: AlertKind, template: string): Text {
  if (template.trim() === "" || template.length > MAX_TEMPLATE) {
    throw invalid(kind, `expected a text of 1–${MAX_TEMPLATE} characters.`);
  }
  const known = factNames(kind);
  for (const [part, name] of template.matchAll(PART)) {
    if (name === undefined ? part.length === 1 : !known.includes(name)) {
      const names = known.map((one) => `{${one}}`).join(", ");
      const nearest = didYouMean(name ?? "", known);
      throw invalid(kind, `unknown placeholder ${part}; known: ${names}.${nearest}`);
    }
  }
  return (facts) =>
    template.replaceAll(PART, (part, name?: string) =>
      name === undefined ? part.slice(1) : (facts[name] ?? "-"),
    );
}

/** A brace as a character, a placeholder, or a brace that is neither. */
const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]/gu;

function isKind(kind: string): kind is AlertKind {
  return ALERT_KINDS.some((one) => one === kind);
}

function invalid(kind: string, what: string): KernelError {
  return new KernelError("OPTION_INVALID", `texts: ${JSON.stringify(kind)}: ${what}`, {
    details: { option: "texts" },
  });
}
