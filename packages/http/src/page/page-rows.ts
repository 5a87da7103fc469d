/** A built web page: its `index.html` at `/`, every other file at its own path. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

import { anyText } from "@bourse/kernel";

import { cachedFile } from "../docs/cached-file.ts";
import { hardenPage } from "../docs/harden-page.ts";
import { HttpError } from "../errors.ts";
import type { ServedRow } from "../request/table-row.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/**
 * The option `pageDirectory` for the folder of a built page; nothing while the folder has no `index.html`, as in a
 * checkout that has not been built.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function builtPage(directory: string): { readonly pageDirectory?: string } {
  anyText("directory", directory);
  return existsSync(join(directory, "index.html")) ? { pageDirectory: directory } : {};
}

/**
 * One row a file that is there now. All are read at once, so no path of a request ever reaches the disk, and a page
 * that is built anew meanwhile does not mix with this one.
 *
 * @throws HttpError PAGE_INVALID without an `index.html`, or for a file whose kind is not known
 */
export function pageRows(directory: string): readonly ServedRow[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).isFile());
  const rows = files.map((file) => rowOf(directory, file));
  if (rows.some(({ path }) => path === "/")) return rows;
  throw new HttpError("PAGE_INVALID", "expected an index.html in the folder of the page.");
}

function rowOf(directory: string, file: string): ServedRow {
  const name = relative(directory, file).split(sep).join("/");
  const mediaType = MEDIA_TYPES[extname(name)];
  if (mediaType === undefined) {
    throw new HttpError("PAGE_INVALID", `the page has a file of no known kind: ${name}.`);
  }
  const content = readFileSync(file);
  const path = name === "index.html" ? "/" : `/${name}`;
  const run = cachedFile(
    () => ({ mediaType, content }),
    // A bundler names these by their content: another content has another name.
    name.startsWith("assets/") ? "public, max-age=31536000, immutable" : undefined,
    // Beside a start page the root is data for programs.
    path === "/" ? "Accept, Accept-Encoding" : undefined,
  );
  return { method: "GET", path, operation: "page", run, limited: false, harden: hardenPage };
}
