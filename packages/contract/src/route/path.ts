/** Path templates: `/jobs/:uuid/cancel`. A parameter is one whole segment; nothing else is special. */

/** The names of a template's parameters. */
export type PathKeys<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Key}/${infer Tail}`
    ? Key | PathKeys<`/${Tail}`>
    : Rest
  : never;

/** Tells whether `path` is a template: `/`, or segments that are literal or a parameter with a name like `job_id`. */
export function isTemplate(path: string): boolean {
  return /^\/(?:(?::[A-Za-z_]\w*|[^/:?#]+)(?:\/(?!$)|$))*$/.test(path);
}

/** The names of a template's parameters, in order. */
export function pathKeys(path: string): string[] {
  return Array.from(path.matchAll(/\/:([^/]+)/g), (match) => match[1] ?? "");
}
