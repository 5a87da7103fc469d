/**
 * The part of a route's doc comment that follows from its definition: method, path, credentials, error codes with what
 * to do about them, and an example.
 */

import { adviceOf } from "../src/client.ts";
import type { Route, RouteDefinition } from "../src/index.ts";
import type { RouteNotes } from "../src/route/docs.ts";
import { callExample } from "./call-example.ts";

/** The credentials of a route in words, by the names of its security schemes. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  bearer: "an access token",
  maybeBearer: "or without an access token",
  apiKey: "an API key",
  operator: "the operator's key",
  maybeApiKey: "or without an API key",
  owner: "an API key, unless a program on the node's machine calls it directly",
  dashboard: "an API key or a session, unless a program on the node's machine calls it directly",
};

/** The second paragraph of a route's comment, such as "`POST /drafts` with an access token.". */
function callText({ method, path, security, pages }: RouteDefinition): string {
  const names = [security ?? []].flat().map((name) => CREDENTIALS[name] ?? name);
  const credentials = names.length === 0 ? "" : ` with ${names.join(" or ")}`;
  const paging = pages === undefined ? "" : "; `iterate` reads it page after page";
  return `\`${method} ${path}\`${credentials}${paging}.`;
}

/** The `@throws` tag of a route: a line for each thing to do about its codes, those of one status together. */
function throwsText({ errors = {} }: RouteDefinition): string[] {
  const all = Object.entries(errors).map(([code, status]) => ({
    code,
    status,
    advice: adviceOf({ code, status }),
  }));
  if (all.length === 0) return [];
  const lines = Array.from(
    Map.groupBy(all, ({ advice }) => advice),
    ([advice, same]) => `- ${codesText(same)}: ${advice}`,
  );
  return ["@throws Problem:", ...lines];
}

/** Codes with their statuses, such as `TOKEN_EXPIRED, INVALID_TOKEN (401), BUSY (503)`. */
function codesText(all: readonly { readonly code: string; readonly status: number }[]): string {
  return Array.from(
    Map.groupBy(all, ({ status }) => status),
    ([status, same]) => `${same.map(({ code }) => code).join(", ")} (${status})`,
  ).join(", ");
}

/** Routes with their notes, by operation id. */
export type NotedRoutes = Readonly<
  Record<string, { readonly route: Route; readonly notes: RouteNotes }>
>;

/** Returns a source with the comments of its routes completed; the summary of each stays. */
export function withRouteComments(source: string, routes: NotedRoutes): string {
  return source.replaceAll(
    /^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}(\w+): route\(/gm,
    (whole, comment: string, key: string) => {
      const known = routes[key];
      if (known === undefined) return whole;
      const { definition } = known.route;
      const [summary = ""] = comment
        .replaceAll(/^\s*\* ?/gm, "")
        .trim()
        .split(/\n\s*\n/);
      const example = callExample(key, definition, known.notes);
      const tags = [
        ...throwsText(definition).map(wrapped),
        `   * @example\n${example.replaceAll(/^/gm, "   *   ")}`,
      ];
      const paragraphs = [wrapped(summary), wrapped(callText(definition)), tags.join("\n")];
      return `  /**\n${paragraphs.join("\n   *\n")}\n   */\n  ${key}: route(`;
    },
  );
}

/** A paragraph of a comment in lines of at most 100 characters. */
function wrapped(paragraph: string): string {
  const lines: string[] = [];
  let line = "   *";
  for (const word of paragraph.split(/\s+/)) {
    if (line.length + 1 + word.length > 100) {
      lines.push(line);
      line = "   *";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
