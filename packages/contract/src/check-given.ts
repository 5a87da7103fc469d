/** Checks of what the functions of a server are given, for callers without types. */

import * as z from "zod";

import { ContractError } from "./errors.ts";

/** Accepts a function. */
export const anyFunction: z.ZodType = z.custom(
  (value) => typeof value === "function",
  "must be a function",
);

/** Accepts the format of an API's replies. */
export const anyWire: z.ZodType = z.looseObject({
  name: z.string(),
  invalid: z.looseObject({}),
  codes: z.looseObject({}).optional(),
  encode: anyFunction,
  decode: anyFunction,
  envelope: z.looseObject({ wrap: anyFunction, unwrap: anyFunction }).optional(),
  malformedJson: z.int().optional(),
  refusesUnread: z.boolean().optional(),
});

const apiShape = {
  id: z.string(),
  basePath: z.string(),
  title: z.string(),
  version: z.string(),
  wire: anyWire,
  security: z.record(z.string(), z.looseObject({ type: z.enum(["bearer", "apiKey"]) })),
  routes: z.record(
    z.string(),
    z.looseObject({
      definition: z.looseObject({
        method: z.string(),
        path: z.string(),
        responses: z.looseObject({}),
      }),
    }),
  ),
};

/** Accepts an API as far as its routes are read. */
export const anyApi: z.ZodType = z.looseObject(apiShape);

const anyRecords = z.record(z.string(), z.looseObject({}));

/** Accepts an API with its documentation. */
export const anyDocumentedApi: z.ZodType = z.looseObject({
  ...apiShape,
  docs: z.looseObject({
    routes: z.record(z.string(), z.looseObject({ summary: z.string() })),
    errors: anyFunction,
    sockets: anyRecords.optional(),
    schemas: anyRecords.optional(),
  }),
});

/**
 * Refuses what the schema does not accept; `owner` is the name of the function, `name` that of its parameter.
 *
 * @throws ContractError ARGUMENT_INVALID
 */
export function checkGiven(owner: string, name: string, schema: z.ZodType, given: unknown): void {
  let fault: string;
  try {
    const [issue] = schema.safeParse(given).error?.issues ?? [];
    if (issue === undefined) return;
    fault = `${[name, ...issue.path].join(".")} is refused: ${issue.message}`;
  } catch {
    fault = `${name} cannot be read: a getter or proxy of it throws`;
  }
  throw new ContractError("ARGUMENT_INVALID", `${owner}: ${fault}.`);
}
