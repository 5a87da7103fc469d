/** The OpenAPI document of the API and its health route. */

import { openapi, type OpenApiDocument } from "@bourse/contract";
import { documentedCurationApi, documentedCurationHealthApi } from "@bourse/contract/curation";

export function curationDocument(version: string): OpenApiDocument {
  const api = openapi(documentedCurationApi, { version });
  const health = openapi(documentedCurationHealthApi);
  return {
    ...api,
    tags: [...api.tags, ...health.tags],
    paths: { ...api.paths, ...health.paths },
  };
}
