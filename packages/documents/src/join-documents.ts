/** Several APIs of one server as one document. */

import type { OpenApiDocument } from "@bourse/contract";

/** One document with the routes and schemas of all; the first gives title, version, servers and security schemes. */
export function joinDocuments(
  first: OpenApiDocument,
  ...others: readonly OpenApiDocument[]
): OpenApiDocument {
  const all = [first, ...others];
  const schemas = all.map(({ components }) => components["schemas"] as object);
  return {
    ...first,
    tags: all.flatMap(({ tags }) => tags),
    paths: Object.assign({}, ...all.map(({ paths }) => paths)) as OpenApiDocument["paths"],
    components: { ...first.components, schemas: Object.assign({}, ...schemas) as object },
  };
}
