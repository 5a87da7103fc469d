/** Swagger UI's two files, vendored with this package; read once, at the first visit. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The files that are served, with their media types. */
const MEDIA_TYPES = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const;

export type SwaggerFile = keyof typeof MEDIA_TYPES;

export const SWAGGER_FILES: readonly SwaggerFile[] = Object.freeze(
  Object.keys(MEDIA_TYPES) as SwaggerFile[],
);

/** Reads one of the files out of the package's own folder. */
export async function readSwaggerFile(
  file: SwaggerFile,
): Promise<{ readonly mediaType: string; readonly content: Uint8Array }> {
  // The package finds itself by name: the folder differs between the sources and the bundle.
  const manifest = createRequire(import.meta.url).resolve("@bourse/http/package.json");
  const content = await readFile(join(dirname(manifest), "vendor", "swagger-ui", file));
  return { mediaType: MEDIA_TYPES[file], content };
}
