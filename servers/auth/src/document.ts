/** OpenAPI document of the server. */

import { openapi, type OpenApiDocument } from "@bourse/contract";
import { documentedAuthApi, documentedAuthDiscoveryApi } from "@bourse/contract/auth";

/** The API and its discovery routes as one OpenAPI document. */
export function authDocument(prefix: string, version: string): OpenApiDocument {
  const api = openapi({ ...documentedAuthApi, basePath: prefix }, { version });
  const discovery = openapi(documentedAuthDiscoveryApi);
  const schemasOf = ({ components }: OpenApiDocument): object => components["schemas"] as object;
  return {
    ...api,
    tags: [...api.tags, ...discovery.tags],
    paths: { ...api.paths, ...discovery.paths },
    components: { ...api.components, schemas: { ...schemasOf(api), ...schemasOf(discovery) } },
  };
}
