/** The breaking changes between two OpenAPI documents of one service. */

import { listOf, objectOf, resolved, shown, type BreakingChange, type Json } from "./change.ts";
import { SchemaComparison, type Roots } from "./schema-changes.ts";

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"];

/** Changes that break a caller of `before`. Empty when everything that worked still does. */
export function openapiChanges(before: Json, after: Json): readonly BreakingChange[] {
  const roots = { before, after };
  const found = securitySchemeChanges(before, after);
  for (const [path, methods] of Object.entries(objectOf(before["paths"]))) {
    for (const [method, operation] of Object.entries(objectOf(methods))) {
      if (!METHODS.includes(method)) continue;
      const place = `${method.toUpperCase()} ${path}`;
      const now = objectOf(objectOf(after["paths"])[path])[method];
      if (now === undefined) found.push({ place, change: "the route was removed" });
      else found.push(...operationChanges(objectOf(operation), objectOf(now), roots, place));
    }
  }
  return found;
}

function operationChanges(
  before: Json,
  after: Json,
  roots: Roots,
  place: string,
): readonly BreakingChange[] {
  const renamed =
    before["operationId"] === after["operationId"]
      ? []
      : [
          {
            place,
            change: `operationId was ${shown(before["operationId"])} and is ${shown(after["operationId"])}`,
          },
        ];
  return [
    ...renamed,
    ...securityChanges(before, after, place),
    ...parameterChanges(before, after, roots, place),
    ...bodyChanges(before, after, roots, place),
    ...responseChanges(before, after, roots, place),
  ];
}

function parameterChanges(
  before: Json,
  after: Json,
  roots: Roots,
  place: string,
): readonly BreakingChange[] {
  const old = parametersOf(before, roots.before);
  const now = parametersOf(after, roots.after);
  const found: BreakingChange[] = [];
  for (const [key, parameter] of old) {
    const at = `${place} ${key}`;
    const other = now.get(key);
    if (other === undefined) {
      found.push({ place: at, change: "the parameter was removed" });
      continue;
    }
    if (parameter["required"] !== true && other["required"] === true) {
      found.push({ place: at, change: "the parameter is required now" });
    }
    const schemas = new SchemaComparison(roots);
    found.push(...schemas.changes(parameter["schema"], other["schema"], "request", at));
  }
  for (const [key, parameter] of now) {
    if (old.has(key) || parameter["required"] !== true) continue;
    found.push({ place: `${place} ${key}`, change: "a required parameter is new" });
  }
  return found;
}

/** The parameters of an operation, by place and name. */
function parametersOf(operation: Json, root: Json): ReadonlyMap<string, Json> {
  return new Map(
    listOf(operation["parameters"]).map((one) => {
      const parameter = resolved(root, one);
      const place = String(parameter["in"]);
      const name = String(parameter["name"]);
      return [`${place} ${place === "header" ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function bodyChanges(
  before: Json,
  after: Json,
  roots: Roots,
  place: string,
): readonly BreakingChange[] {
  const old = resolved(roots.before, before["requestBody"]);
  const now = resolved(roots.after, after["requestBody"]);
  const at = `${place} body`;
  const found: BreakingChange[] = [];
  if (old["required"] !== true && now["required"] === true) {
    found.push({ place: at, change: "a body is required now" });
  }
  return [...found, ...contentChanges(old["content"], now["content"], roots, "request", at)];
}

function contentChanges(
  before: unknown,
  after: unknown,
  roots: Roots,
  side: "request" | "answer",
  place: string,
): readonly BreakingChange[] {
  return Object.entries(objectOf(before)).flatMap(([mediaType, media]) => {
    const now = objectOf(after)[mediaType];
    if (now === undefined) return [{ place, change: `the media type ${mediaType} was removed` }];
    return ["schema", "itemSchema"].flatMap((key) => {
      const [old, other] = [objectOf(media)[key], objectOf(now)[key]];
      if (old === undefined) return [];
      return new SchemaComparison(roots).changes(old, other ?? {}, side, place);
    });
  });
}

function responseChanges(
  before: Json,
  after: Json,
  roots: Roots,
  place: string,
): readonly BreakingChange[] {
  const old = objectOf(before["responses"]);
  const now = objectOf(after["responses"]);
  const found: BreakingChange[] = [];
  for (const [status, response] of Object.entries(old)) {
    const at = `${place} ${status}`;
    const other = now[status];
    found.push(...codeChanges(objectOf(response), status, now, at));
    if (other === undefined) {
      if (Number(status) < 400) found.push({ place: at, change: "the status was removed" });
      continue;
    }
    const [plain, plainOther] = [resolved(roots.before, response), resolved(roots.after, other)];
    for (const header of Object.keys(objectOf(plain["headers"]))) {
      if (header in objectOf(plainOther["headers"])) continue;
      found.push({ place: at, change: `the header ${header} was removed` });
    }
    found.push(...contentChanges(plain["content"], plainOther["content"], roots, "answer", at));
  }
  return found;
}

/** Codes of errors that came with a status and no longer do. */
function codeChanges(
  response: Json,
  status: string,
  responses: Json,
  place: string,
): readonly BreakingChange[] {
  const statuses = new Map(
    Object.entries(responses).flatMap(([other, one]) =>
      codesOf(objectOf(one)).map((code) => [`${code} ${other}`, other] as const),
    ),
  );
  return codesOf(response).flatMap((code) => {
    if (statuses.has(`${code} ${status}`)) return [];
    const [moved] = [...statuses].filter(([key]) => key.startsWith(`${code} `));
    const change =
      moved === undefined
        ? `the error code ${code} was removed`
        : `the error code ${code} comes with ${moved[1]} now`;
    return [{ place, change }];
  });
}

/** The codes of a status: the examples of the header that names them. */
function codesOf(response: Json): readonly string[] {
  const { schema } = objectOf(objectOf(response["headers"])["X-Error-Code"]);
  return listOf(objectOf(schema)["examples"]).map(String);
}

/** Ways to prove oneself that no longer suffice. An empty list of ways is open to everybody. */
function securityChanges(before: Json, after: Json, place: string): readonly BreakingChange[] {
  const ways = (operation: Json): readonly (readonly string[])[] => {
    const list = listOf(operation["security"]);
    return list.length === 0 ? [[]] : list.map((way) => Object.keys(objectOf(way)));
  };
  const now = ways(after);
  return ways(before)
    .filter((way) => !now.some((other) => other.every((scheme) => way.includes(scheme))))
    .map((way) => ({
      place,
      change:
        way.length === 0
          ? "credentials are required now"
          : `${way.join(" and ")} no longer suffices`,
    }));
}

function securitySchemeChanges(before: Json, after: Json): BreakingChange[] {
  const schemesOf = (document: Json): Json =>
    objectOf(objectOf(document["components"])["securitySchemes"]);
  return Object.entries(schemesOf(before)).flatMap(([name, scheme]) => {
    const now = schemesOf(after)[name];
    if (now === undefined || shown(now) === shown(scheme)) return [];
    return [
      { place: `security scheme ${name}`, change: `was ${shown(scheme)} and is ${shown(now)}` },
    ];
  });
}
