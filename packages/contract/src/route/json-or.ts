/** Responses that are JSON, or the same in another media type. */

import * as z from "zod";

import { media, zodOf, type MediaBody, type Schema } from "./schema.ts";

/**
 * A response that is JSON, or the same as `mediaType` when the handler says so in its reply's `content-type`.
 * Callers' types know the JSON only.
 */
// @__NO_SIDE_EFFECTS__
export function jsonOr<Input, Output>(
  schema: Schema<Input, Output>,
  mediaType: string,
): Schema<Input | MediaBody, Output> {
  const either = z.union([zodOf(schema), zodOf(media(mediaType))]).meta({ alternative: mediaType });
  return either as unknown as Schema<Input | MediaBody, Output>;
}

/** The other media type of a response made by {@link jsonOr}. */
export function alternativeOf(schema: Schema): string | undefined {
  const found = zodOf(schema).meta()?.["alternative"];
  return typeof found === "string" ? found : undefined;
}

/** The JSON side of a response, whether or not it has another. */
export function jsonPartOf(schema: Schema): Schema {
  if (alternativeOf(schema) === undefined) return schema;
  // What jsonOr made is a union whose first option is the JSON.
  return (zodOf(schema) as z.ZodUnion<[z.ZodType, z.ZodType]>).options[0];
}
