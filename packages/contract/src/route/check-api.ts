/** Checks of a route table that its types cannot make. */

import * as z from "zod";

import { ContractError } from "../errors.ts";
import type { Api } from "./api.ts";
import { jsonPartOf } from "./json-or.ts";
import { isTemplate, pathKeys } from "./path.ts";
import type { ItemPlace, Route, RouteDefinition } from "./route.ts";
import type { Schema } from "./schema.ts";

/** @throws ContractError API_INVALID, whose message lists every fault */
export function checkApi(api: Api): void {
  const seen = new Map<string, string>();
  const faults = Object.entries<Route>(api.routes).flatMap(([key, { definition }]) => {
    const place = `${definition.method} ${definition.path.replace(/:[^/]+/g, ":")}`;
    const twin = seen.get(place);
    seen.set(place, key);
    return [
      ...(twin === undefined ? [] : [`"${key}" has the method and path of "${twin}"`]),
      ...routeFaults(api, definition).map((fault) => `"${key}" ${fault}`),
    ];
  });
  if (faults.length > 0) throw new ContractError("API_INVALID", `${api.id}: ${faults.join("; ")}`);
}

function routeFaults(api: Api, definition: RouteDefinition): string[] {
  const faults: string[] = [];
  const keys = pathKeys(definition.path);
  if (!isTemplate(definition.path)) faults.push(`has a path that is not like /jobs/:uuid`);
  if (new Set(keys).size !== keys.length) faults.push("names a path parameter twice");
  const statuses = Object.keys(definition.responses).map(Number);
  if (statuses.length === 0) faults.push("declares no response");
  if (statuses.some((status) => (status < 200 || status > 299) && status !== 503)) {
    faults.push("declares a response outside 200–299 and 503; errors go to `errors`");
  }
  for (const [code, status] of Object.entries(definition.errors ?? {})) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(code)) faults.push(`has the error code ${code}, not UPPER_SNAKE`);
    if (status < 400 || status > 599) faults.push(`gives ${code} the status ${status}`);
  }
  for (const name of [definition.security ?? []].flat()) {
    if (!Object.hasOwn(api.security, name)) faults.push(`needs the unknown scheme ${name}`);
  }
  if (definition.body !== undefined && definition.method === "GET")
    faults.push("is a GET with a body");
  if (definition.pages !== undefined) faults.push(...pageFaults(definition, definition.pages));
  return faults;
}

function pageFaults({ method, query, responses }: RouteDefinition, pages: ItemPlace): string[] {
  const names = Object.keys(shapeOf(query));
  const success = responses[200] && jsonPartOf(responses[200]);
  const items = pages === true ? success : shapeOf(success)[pages];
  return [
    ...(method === "GET" ? [] : ["pages and is no GET"]),
    ...["limit", "cursor"].flatMap((name) =>
      names.includes(name) ? [] : [`pages without ${name} in its query`],
    ),
    ...(items instanceof z.ZodArray ? [] : ["pages, and its items are no list where it says"]),
  ];
}

function shapeOf(schema: Schema | undefined): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}
