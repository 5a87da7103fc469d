/**
 * Object schemas whose types are named interfaces over a table of fields.
 *
 * A declaration file keeps the comments of a constant's own literal and loses those inside a call's arguments, so the
 * fields of a schema are a constant, and an interface extends their type:
 *
 * ```ts
 * const sessionFields = {
 *   // here a doc comment
 *   id: z.string(),
 * };
 * export interface Session extends Fields<typeof sessionFields> {}
 * export const Session: ObjectSchema<Session> = z.object(sessionFields);
 * ```
 */

import type * as z from "zod";

/** The values that a table of fields parses to. */
export type Fields<Table extends z.ZodRawShape> = z.output<z.ZodObject<Table>>;

/** The values that a caller may send for a table of fields: defaults may be left out. */
export type InputFields<Table extends z.ZodRawShape> = z.input<z.ZodObject<Table>>;

/** A zod object schema by its output and input types alone. */
export interface ObjectSchema<Output, Input = Output> extends z.ZodType<Output, Input> {
  /** The schema of each field. */
  readonly shape: { readonly [K in keyof Output]-?: z.ZodType };
}
