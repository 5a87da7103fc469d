/** The members of a control request: of its JSON body, or of the query of a GET. */

import { didYouMean } from "@bourse/kernel";

import { ControlError } from "./control-error.ts";

/** Members by name; those that were not sent are absent. */
export type Members = Readonly<Record<string, unknown>>;

/** Longest body in characters. */
const MAX_LENGTH = 65_536;

/** @throws ControlError for what is no JSON object, and for a member that is none of `known` */
export async function readMembers(request: Request, known: readonly string[]): Promise<Members> {
  const given =
    request.method === "GET"
      ? Object.fromEntries(new URL(request.url).searchParams)
      : await readBody(request);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const nearest = didYouMean(name, known) || ` Known: ${known.join(", ") || "none"}.`;
    throw new ControlError(
      400,
      "VALIDATION_ERROR",
      `"${name}" is no member of this request.${nearest}`,
    );
  }
  return given;
}

async function readBody(request: Request): Promise<Members> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new ControlError(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      `The body must be JSON with "content-type: application/json", found "${type}".`,
    );
  }
  const text = await request.text();
  if (text.length > MAX_LENGTH) {
    throw new ControlError(413, "BODY_TOO_LARGE", `The body may have ${MAX_LENGTH} characters.`);
  }
  const value = parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new ControlError(400, "JSON_MALFORMED", "The body must be a JSON object, such as {}.");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
