/** Checks of what an owner gives for a webhook. */

import type { WebhookActParts } from "./webhooks-options.ts";

const MAX_URL_LENGTH = 2048;

type Parts = Pick<WebhookActParts, "options" | "events" | "refuse">;

/** The address in its usual spelling. @throws the core's error VALIDATION_ERROR */
export function checkUrl({ options, refuse }: Parts, text: string): string {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
  const fault =
    url === undefined
      ? `Give an address of at most ${MAX_URL_LENGTH} characters, such as https://hooks.example.com/bourse.`
      : faultOf(url, options.sender.refusal(url));
  if (url !== undefined && fault === undefined) return url.href;
  throw refuse("VALIDATION_ERROR", fault ?? "", { details: { path: "url" } });
}

function faultOf(url: URL, refusal: string | undefined): string | undefined {
  if (url.username !== "" || url.password !== "") {
    return "The address of a webhook holds no login: verify the signature of the deliveries.";
  }
  if (url.hash !== "") return "The address of a webhook has no fragment.";
  return refusal;
}

/** The types in the order given. @throws the core's error VALIDATION_ERROR */
export function checkEvents({ events, refuse }: Parts, given: readonly string[]): string[] {
  const known = given.every((one) => one === "*" || events.includes(one));
  if (known && given.length > 0 && new Set(given).size === given.length) return [...given];
  const message = `Name each of ${events.join(", ")} at most once, and one at least; * stands for all.`;
  throw refuse("VALIDATION_ERROR", message, { details: { path: "events" } });
}
