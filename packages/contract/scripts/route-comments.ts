/** The part of a route's doc comment that follows from its definition: method, path, credentials and error codes. */

import type { Route, RouteDefinition } from "../src/index.ts";

/** The credentials of a route in words, by the names of its security schemes. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  bearer: "an access token",
  maybeBearer: "or without an access token",
  apiKey: "an API key",
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

/** The text of a route's `@throws` tag; undefined when it has no codes of its own. */
function throwsText({ errors = {} }: RouteDefinition): string | undefined {
  const codes = Object.keys(errors);
  return codes.length === 0 ? undefined : `Problem ${codes.join(", ")}`;
}

/** Returns a source with the comments of its routes completed; the summary of each stays. */
export function withRouteComments(source: string, routes: Readonly<Record<string, Route>>): string {
  return source.replaceAll(
    /^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}(\w+): route\(/gm,
    (whole, comment: string, key: string) => {
      const definition = routes[key]?.definition;
      if (definition === undefined) return whole;
      const [summary = ""] = comment
        .replaceAll(/^\s*\* ?/gm, "")
        .trim()
        .split(/\n\s*\n/);
      const throws = throwsText(definition);
      const paragraphs = [
        wrapped(summary),
        wrapped(callText(definition)),
        ...(throws === undefined ? [] : [wrapped(`@throws ${throws}`)]),
      ];
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
