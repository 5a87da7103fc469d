/** The documents that the repository keeps. */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../documents/", import.meta.url));

/** The paths of the documents of one kind, with the name of the API. */
export function keptDocuments(
  kind: "openapi" | "asyncapi",
): readonly (readonly [name: string, path: string])[] {
  const end = `.${kind}.json`;
  return readdirSync(folder)
    .filter((file) => file.endsWith(end))
    .map((file) => [file.slice(0, -end.length), folder + file] as const);
}
