import { describe, expect, test } from "vitest";
import * as z from "zod";

import { issuesOf } from "../src/wire/issues.ts";

function issue(schema: z.ZodType, value: unknown): { type: string; msg: string } | undefined {
  const found = issuesOf("body", schema.safeParse(value).error!, { value, schema })[0];
  return found && { type: found.type, msg: found.msg };
}

describe("the types and sentences of issues", () => {
  test.each([
    [z.object({ a: z.string() }), {}, "missing", "is required"],
    [z.strictObject({}), { b: 1 }, "extra_forbidden", "is not a known field."],
    [z.string(), 5, "string_type", "must be a string"],
    [z.int(), 1.5, "int_type", "must be a whole number"],
    [z.number(), "1", "float_type", "must be a number"],
    [z.boolean(), 1, "bool_type", "must be true or false"],
    [z.array(z.int()), {}, "list_type", "must be a list"],
    [z.object({}), [], "dict_type", "must be an object"],
    [z.enum(["a", "b"]), "c", "enum", "must be one of a, b"],
    [z.literal("a"), "c", "literal_error", "must be one of a"],
    [z.number().gt(0), 0, "greater_than", "must be greater than 0, found 0"],
    [z.number().min(1), 0, "greater_than_equal", "must be at least 1, found 0"],
    [z.number().lt(1), 1, "less_than", "must be less than 1, found 1"],
    [z.number().max(1), 2, "less_than_equal", "must be at most 1, found 2"],
    [z.number().multipleOf(5), 7, "multiple_of", "must be a multiple of 5"],
    [z.string().min(2), "a", "string_too_short", "must have at least 2 characters"],
    [z.string().min(1), "", "string_too_short", "must have at least 1 character"],
    [z.string().max(2), "abc", "string_too_long", "must have at most 2 characters"],
    [z.array(z.int()).min(1), [], "too_short", "must have at least 1 item"],
    [z.array(z.int()).max(1), [1, 2], "too_long", "must have at most 1 item"],
    [z.string().regex(/^a$/), "b", "string_pattern_mismatch", "has the wrong form"],
    [z.string().regex(/^a$/, "must be a"), "b", "string_pattern_mismatch", "must be a"],
    [z.uuid(), "b", "uuid_parsing", "must be a UUID"],
    [z.iso.datetime(), "b", "datetime_parsing", "must be an ISO 8601 time"],
    [z.iso.date(), "b", "date_parsing", "must be an ISO 8601 date"],
    [z.url(), "b", "url_parsing", "must be a URL"],
    [z.email(), "b", "email_parsing", "must be an e-mail address"],
    [z.string().refine(() => false, "must rhyme"), "b", "value_error", "must rhyme"],
    [
      z.union([z.number(), z.string()]),
      true,
      "float_type",
      "must be a number; or must be a string, found true",
    ],
  ])("%#: %j", (schema, value, type, msg) => {
    expect(issue(schema, value)).toEqual({ type, msg });
  });

  test("never repeat a text that was sent: it may be a password", () => {
    const secret = "correct horse battery staple";
    const schemas = [z.uuid(), z.string().max(3), z.enum(["a"]), z.number(), z.iso.datetime()];
    expect(JSON.stringify(schemas.map((schema) => issue(schema, secret)))).not.toContain("horse");
  });

  test("name each unknown field, with what a hint says of the fields known at its place", () => {
    const item = z.strictObject({ size: z.number().optional() });
    const schema = z.strictObject({
      list: z.array(item).nullable().optional(),
      map: z.record(z.string(), z.union([z.int(), item])).optional(),
    });
    const value = { lst: 1, other: 2, list: [{ sizes: 1 }], map: { a: { siz: 1 } } };
    const hint = (word: string, known: readonly string[]): string => ` ${word}: ${known.join()}`;
    const issues = issuesOf("body", schema.safeParse(value).error!, { value, schema, hint });
    expect(issues.map(({ loc, msg }) => [loc.join("."), msg])).toEqual([
      ["body.list.0.sizes", "is not a known field. sizes: size"],
      ["body.map.a.siz", "is not a known field. siz: size"],
      ["body.lst", "is not a known field. lst: list,map"],
      ["body.other", "is not a known field. other: list,map"],
    ]);
  });

  test("of a union lead to the part at fault, and say what is there", () => {
    const terms = z.strictObject({
      currency: z.string().optional(),
      margin: z.number().optional(),
    });
    const schema = z.object({
      rolls: z.union([z.array(z.number()), z.literal("none")]).optional(),
      contract: z.union([terms, z.record(z.string(), terms)]).optional(),
      size: z.union([z.number().max(1), z.object({ risk: z.number() })]).optional(),
    });
    const told = (value: object): readonly unknown[] =>
      issuesOf("body", schema.safeParse(value).error!, { value, schema }).map(({ loc, msg }) => [
        loc.join("."),
        msg,
      ]);
    expect(told({ rolls: ["tomorrow"] })).toEqual([
      ["body.rolls.0", "must be a number, found text"],
    ]);
    expect(told({ rolls: 5 })).toEqual([
      ["body.rolls", "must be a list; or must be one of none, found a number"],
    ]);
    expect(told({ contract: { currency: 5, margin: 1 } })).toEqual([
      ["body.contract.currency", "must be a string, found a number"],
    ]);
    expect(told({ contract: { currency: 5 } })).toEqual([
      ["body.contract.currency", "must be a string; or must be an object, found a number"],
    ]);
    expect(told({ size: { risk: "1" } })).toEqual([
      ["body.size.risk", "must be a number, found text"],
    ]);
    expect(told({ size: 2 })).toEqual([["body.size", "must be at most 1, found 2"]]);
  });

  test("name the part and the whole path", () => {
    const schema = z.object({ list: z.array(z.object({ size: z.number() })) });
    const value = { list: [{ size: 1 }, { size: "2" }] };
    expect(issuesOf("query", schema.safeParse(value).error!, { value, schema })[0]?.loc).toEqual([
      "query",
      "list",
      1,
      "size",
    ]);
    expect(issuesOf("params", schema.safeParse(value).error!, { value, schema })[0]?.loc[0]).toBe(
      "path",
    );
  });
});
