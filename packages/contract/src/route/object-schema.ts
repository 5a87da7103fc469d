/**
 * Object schemas whose types are named interfaces over a table of fields.
 *
 * A declaration file keeps the comments of a constant's own literal and loses those inside a call's arguments, so the
 * fields of a schema are a constant, and an interface extends their type. It keeps the comments of a table that is
 * spread into another file's only when the interface extends that table's type too, before the other:
 *
 * ```ts
 * const sessionFields = {
 *   // here a doc comment
 *   id: z.string(),
 * };
 * export interface Session extends Fields<typeof sessionFields> {}
 * export const Session: ObjectSchema<Session> = object(sessionFields);
 * ```
 */

import * as z from "zod";

/** The values that a table of fields parses to. */
export type Fields<Table extends z.ZodRawShape> = z.output<z.ZodObject<Table>>;

/** The values that a caller may send for a table of fields: defaults may be left out. */
export type InputFields<Table extends z.ZodRawShape> = z.input<z.ZodObject<Table>>;

/** A zod object schema by its output and input types alone. */
export interface ObjectSchema<Output, Input = Output> extends z.ZodType<Output, Input> {
  /** The schema of each field. */
  readonly shape: { readonly [K in keyof Output]-?: z.ZodType };
}

/**
 * An object schema over a table of fields; unknown fields are dropped.
 *
 * The annotation lets bundlers drop schemas that a client does not use.
 */
// @__NO_SIDE_EFFECTS__
export function object<Table extends z.ZodRawShape>(
  table: Table,
): z.ZodObject<Table, z.core.$strip> {
  return z.object(table);
}

/**
 * An object schema over a table of fields; an unknown field is refused. For requests that trade, pay or compute: a
 * field that is dropped there, such as a misspelt limit, changes what the caller meant.
 */
// @__NO_SIDE_EFFECTS__
export function exactObject<Table extends z.ZodRawShape>(
  table: Table,
): z.ZodObject<Table, z.core.$strict> {
  return z.strictObject(table);
}

/** A list of items of one schema. */
// @__NO_SIDE_EFFECTS__
export function list<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item);
}

/** Schema of one of some names; a type of its own, so that declarations name them and not their members. */
export interface OneOf<Name extends string> extends z.ZodEnum<{ [N in Name]: N }> {}

/** One of some names. */
// @__NO_SIDE_EFFECTS__
export function oneOf<const Name extends string>(names: readonly Name[]): OneOf<Name> {
  return z.enum(names) as z.ZodEnum<{ [N in Name]: N }>;
}
