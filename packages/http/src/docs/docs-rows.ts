/** The API's documents, and `/docs`: Swagger UI over one of them without one request to anywhere else. */

import type { ServedRow } from "../request/table-row.ts";
import { cachedFile } from "./cached-file.ts";
import { escapeHtml } from "./escape-html.ts";
import { hardenPage } from "./harden-page.ts";
import { readSwaggerFile, SWAGGER_FILES } from "./swagger-files.ts";

/** The rows of the docs under `title`; `makeDocument` is called at the first visit. */
export function docsRows(title: string, makeDocument: () => object): readonly ServedRow[] {
  const page = cachedFile(() => ({
    mediaType: "text/html; charset=utf-8",
    content: pageOf(title),
  }));
  const start = cachedFile(() => ({
    mediaType: "text/javascript; charset=utf-8",
    content: START_SCRIPT,
  }));
  return [
    documentRow("/openapi.json", makeDocument),
    row("/docs", page),
    row("/docs/start.js", start),
    ...SWAGGER_FILES.map((file) =>
      row(
        `/docs/${file}`,
        cachedFile(() => readSwaggerFile(file)),
      ),
    ),
  ];
}

/** A row that serves a document as JSON, made at the first visit. */
export function documentRow(path: string, makeDocument: () => object): ServedRow {
  const file = cachedFile(() => ({
    mediaType: "application/json",
    content: JSON.stringify(makeDocument()),
  }));
  return row(path, file);
}

function row(path: string, run: ServedRow["run"]): ServedRow {
  return { method: "GET", path, operation: "docs", run, limited: false, harden: hardenPage };
}

/** A file of its own, since the page's policy runs no script that stands in it. */
const START_SCRIPT = `window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

function pageOf(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
}
