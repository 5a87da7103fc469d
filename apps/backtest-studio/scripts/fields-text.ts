/** The text of page/model/request-fields.ts, out of the OpenAPI document and the table of the engine's options. */

import { readFileSync } from "node:fs";

import { ENGINE_OPTIONS, type EngineOptionNames } from "@bourse/contract/backtest";

const DOCUMENT = new URL("../../../documents/backtest.openapi.json", import.meta.url);

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

type Written = Readonly<Record<string, unknown>>;

/** The file as it should be, before it is formatted. */
export function fieldsText(): string {
  const document = JSON.parse(readFileSync(DOCUMENT, "utf8")) as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const { properties = {} } = document.components.schemas["BacktestRequest"] ?? {};
  const rows = Object.values<EngineOptionNames>(ENGINE_OPTIONS).flatMap(({ field, alias }) => [
    ...fieldsOf(field, properties[field] ?? {}).map((row) =>
      row["name"] === field && alias !== undefined ? { name: field, alias, ...row } : row,
    ),
    // An object of several fields may stand under the other name alone.
    ...(alias === undefined ? [] : fieldsOf(alias, properties[alias] ?? {})).filter(({ name }) =>
      String(name).includes("."),
    ),
  ]);
  return `/** Written by scripts/write-fields.ts out of the contract: change that instead. */

import type { RequestField } from "./request-field.ts";

/** The options of the engine that a run can set. */
export const REQUEST_FIELDS: readonly RequestField[] = ${JSON.stringify(rows)};
`;
}

function fieldsOf(name: string, schema: Schema): Written[] {
  const parts = schema.anyOf ?? [schema];
  const own = parts.find(({ type }) => type !== "object" && type !== "null");
  const object = parts.find(({ type }) => type === "object");
  const inner = Object.entries(object?.properties ?? {}).flatMap(([key, part]) =>
    fieldsOf(`${name}.${key}`, part),
  );
  if (own === undefined) return inner;
  const low = own.minimum ?? own.exclusiveMinimum;
  const high = own.maximum ?? own.exclusiveMaximum;
  return [
    {
      name,
      kind: own.enum === undefined ? own.type : "choice",
      text: schema.description ?? "",
      ...(own.enum && { values: own.enum }),
      ...(low !== undefined && { min: low }),
      ...(high !== undefined && { max: high }),
      ...(parts.some(({ type }) => type === "null") && { isNullable: true }),
      ...(own.default !== undefined && { default: own.default }),
    },
    ...inner,
  ];
}
