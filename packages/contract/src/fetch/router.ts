/** Finds the route of a path: literal segments win over parameters, a trailing slash is another path. */

import type { BoundRoute } from "../bind/bind-api.ts";

/** A path that exists: its route for the method if there is one, and the methods that it has. */
export interface Match {
  readonly route: BoundRoute | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** In the table's order, with HEAD wherever GET is, and OPTIONS. */
  readonly allow: readonly string[];
}

export type Router = (method: string, path: string) => Match | "not-found" | "bad-encoding";

/** A router over `routes`. Cost of a look-up: one comparison a route of the same number of segments. */
export function createRouter(routes: readonly BoundRoute[]): Router {
  const entries = routes.map((route) => ({ route, segments: route.path.split("/") }));
  return (method, path) => {
    const raw = path.split("/");
    const segments = decoded(raw);
    if (segments === undefined) return "bad-encoding";
    const found = entries.filter((entry) => fits(entry.segments, raw));
    if (found.length === 0) return "not-found";
    const best = Math.min(...found.map((entry) => parameters(entry.segments)));
    const same = found.filter((entry) => parameters(entry.segments) === best);
    const wanted = method === "HEAD" ? "GET" : method;
    const chosen = same.find((entry) => entry.route.method === wanted);
    return {
      route: chosen?.route,
      params: paramsOf(chosen?.segments ?? [], segments),
      allow: allowed(same.map((entry) => entry.route.method)),
    };
  };
}

/** undefined for a percent sign without valid UTF-8 after it. */
function decoded(segments: readonly string[]): string[] | undefined {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function fits(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, at) => (part.startsWith(":") ? path[at] !== "" : part === path[at]))
  );
}

function parameters(template: readonly string[]): number {
  return template.filter((part) => part.startsWith(":")).length;
}

function paramsOf(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> {
  const params: Record<string, string> = {};
  template.forEach((part, at) => {
    if (part.startsWith(":")) params[part.slice(1)] = segments[at] ?? "";
  });
  return params;
}

function allowed(methods: readonly string[]): string[] {
  const heads = methods.includes("GET") ? ["HEAD"] : [];
  return [...new Set([...methods, ...heads, "OPTIONS"])];
}
