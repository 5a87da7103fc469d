import { describe, expectTypeOf, test } from "vitest";
import * as z from "zod";

import {
  q,
  reply,
  route,
  type CallInput,
  type Handler,
  type HandlerInput,
  type ResponseData,
  type Route,
  type Success,
  type TypesOf,
} from "../src/index.ts";

const one = route("PUT", "/things/:id/parts/:part", {
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ limit: q.integer().default(5), full: q.boolean().optional() }),
  body: z.object({ name: z.string(), size: z.int().default(1) }),
  responses: { 200: z.object({ a: z.string() }), 201: z.object({ b: z.number() }) },
  errors: { GONE: 410, BUSY: 503 },
});
type One = TypesOf<typeof one>;

const bare = route("GET", "/bare", { responses: { 200: z.string() } });
type Bare = TypesOf<typeof bare>;

describe("a route's types", () => {
  test("give callers numbers for queries, and question marks where there is a default", () => {
    expectTypeOf<{
      params: { id: string; part: string };
      query: { limit: number };
      body: { name: string };
    }>().toExtend<CallInput<One>>();
    expectTypeOf<{ params: { id: string } }>().not.toExtend<CallInput<One>>();
    expectTypeOf<NonNullable<CallInput<One>["query"]>["limit"]>().toEqualTypeOf<
      number | undefined
    >();
  });

  test("give handlers every value, defaults filled in, and undefined for what is not declared", () => {
    expectTypeOf<HandlerInput<One>["query"]>().toEqualTypeOf<{
      limit: number;
      full?: boolean | undefined;
    }>();
    expectTypeOf<HandlerInput<One>["body"]>().toEqualTypeOf<{ name: string; size: number }>();
    expectTypeOf<HandlerInput<One>["headers"]>().toEqualTypeOf<undefined>();
    expectTypeOf<HandlerInput<Bare>["query"]>().toEqualTypeOf<undefined>();
  });

  test("tell a success by its status, and errors by their codes", () => {
    expectTypeOf<Success<One>>().toEqualTypeOf<
      | { readonly status: 200; readonly data: { a: string } }
      | { readonly status: 201; readonly data: { b: number } }
    >();
    expectTypeOf<ResponseData<Bare>>().toEqualTypeOf<string>();
    expectTypeOf<One["codes"]>().toEqualTypeOf<"GONE" | "BUSY">();
    expectTypeOf<Bare["codes"]>().toEqualTypeOf<never>();
  });

  test("refuse a handler that answers what is not declared", () => {
    expectTypeOf(() => reply(201, { b: 1 })).toExtend<Handler<One>>();
    expectTypeOf(() => ({ a: "x" })).toExtend<Handler<One>>();
    expectTypeOf(() => reply(201, { a: "x" })).not.toExtend<Handler<One>>();
    expectTypeOf(() => reply(204, { b: 1 })).not.toExtend<Handler<One>>();
    expectTypeOf(() => 5).not.toExtend<Handler<One>>();
  });

  test("want the parameters that the path names", () => {
    // @ts-expect-error the path names id
    const none = route("GET", "/things/:id", { responses: { 200: z.string() } });
    const other = route("GET", "/:id", {
      // @ts-expect-error the path names id, not name
      params: z.object({ name: z.string() }),
      responses: { 200: z.null() },
    });
    expectTypeOf(none).toExtend<Route>();
    expectTypeOf(other).toExtend<Route>();
  });
});
