/** Statements about the types of routes that the compiler must accept: `types.test.ts` compiles this file. */
import { expectTypeOf } from "vitest";
import * as z from "zod";

import {
  q,
  reply,
  route,
  type CallInput,
  type Handler,
  type HandlerInput,
  type ResponseData,
  type Success,
  type TypesOf,
} from "../../src/index.ts";

export const one = route("PUT", "/things/:id/parts/:part", {
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ limit: q.integer().default(5), full: q.boolean().optional() }),
  body: z.object({ name: z.string(), size: z.int().default(1) }),
  responses: { 200: z.object({ a: z.string() }), 201: z.object({ b: z.number() }) },
  errors: { GONE: 410, BUSY: 503 },
});
export type One = TypesOf<typeof one>;

const bare = route("GET", "/bare", { responses: { 200: z.string() } });
type Bare = TypesOf<typeof bare>;

// Callers give numbers for queries, and may leave out what has a default.
export const call: CallInput<One> = {
  params: { id: "1", part: "2" },
  query: { limit: 3 },
  body: { name: "n" },
};
expectTypeOf<NonNullable<CallInput<One>["query"]>["limit"]>().toEqualTypeOf<number | undefined>();

// Handlers get every value, defaults filled in, and undefined for what is not declared.
expectTypeOf<HandlerInput<One>["query"]>().toEqualTypeOf<{
  limit: number;
  full?: boolean | undefined;
}>();
expectTypeOf<HandlerInput<One>["body"]>().toEqualTypeOf<{ name: string; size: number }>();
expectTypeOf<HandlerInput<One>["headers"]>().toEqualTypeOf<undefined>();
expectTypeOf<HandlerInput<Bare>["query"]>().toEqualTypeOf<undefined>();

// A success is told by its status, an error by its code.
expectTypeOf<Success<One>>().toEqualTypeOf<
  | { readonly status: 200; readonly data: { a: string } }
  | { readonly status: 201; readonly data: { b: number } }
>();
expectTypeOf<ResponseData<Bare>>().toEqualTypeOf<string>();
expectTypeOf<One["codes"]>().toEqualTypeOf<"GONE" | "BUSY">();
expectTypeOf<Bare["codes"]>().toEqualTypeOf<never>();

// A handler answers what is declared.
export const plain: Handler<One> = () => ({ a: "x" });
export const created: Handler<One> = () => reply(201, { b: 1 });
