/** Turns a handler's answer into a reply. */

import { ContractError } from "../errors.ts";
import type { Outgoing } from "../route/exchange.ts";
import { alternativeOf } from "../route/json-or.ts";
import { isReply } from "../route/reply.ts";
import type { RouteDefinition } from "../route/route.ts";
import { mediaTypeOf, zodOf, type MediaBody } from "../route/schema.ts";
import type { WireFormat } from "../wire/wire-format.ts";

/** The headers of every plain JSON reply: one object, so that a transport may know it again. */
export const JSON_HEADERS: Readonly<Record<string, string>> = /* @__PURE__ */ Object.freeze({
  "content-type": "application/json",
});

const NO_HEADERS: Readonly<Record<string, string>> = /* @__PURE__ */ Object.freeze({});

type Encode = (data: unknown) => Pick<Outgoing, "headers" | "body">;

/** `validate` has every answer checked against the contract first. */
export function compileSuccess(
  key: string,
  route: RouteDefinition,
  wire: WireFormat,
  validate: boolean,
): (result: unknown) => Outgoing {
  const encoders = new Map(
    Object.entries(route.responses).map(([status, schema]) => {
      const plain = encoderOf(mediaTypeOf(schema), wire);
      const zod = zodOf(schema);
      const encode: Encode = (data) => {
        if (validate) check(key, zod.safeParse(data));
        return plain(data);
      };
      return [Number(status), validate ? encode : plain] as const;
    }),
  );
  const lowest = Math.min(...encoders.keys());
  const first = encoders.get(lowest);
  return (result) => {
    if (!isReply(result)) return { status: lowest, ...first!(result) };
    const encode = encoders.get(result.status);
    if (encode === undefined) {
      throw new ContractError("RESPONSE_INVALID", `"${key}" answered undeclared ${result.status}`);
    }
    const chosen = alternativeOf(route.responses[result.status]!);
    if (chosen !== undefined && result.headers?.["content-type"]?.startsWith(chosen) === true) {
      return { status: result.status, headers: result.headers, body: result.data as MediaBody };
    }
    const { headers, body } = encode(result.data);
    const given = result.headers;
    const all = given === undefined ? headers : { ...headers, ...given };
    return { status: result.status, headers: all, body };
  };
}

function encoderOf(mediaType: string | undefined, wire: WireFormat): Encode {
  if (mediaType !== undefined) {
    const headers = Object.freeze({ "content-type": mediaType });
    return (data) => ({ headers, body: data as MediaBody });
  }
  const wrap = wire.envelope?.wrap;
  return (data) => {
    const value = wrap === undefined ? data : wrap(data);
    return value === undefined
      ? { headers: NO_HEADERS, body: undefined }
      : { headers: JSON_HEADERS, body: JSON.stringify(value) };
  };
}

function check(key: string, result: { success: boolean; error?: unknown }): void {
  if (result.success) return;
  throw new ContractError(
    "RESPONSE_INVALID",
    `"${key}" answered what its contract does not declare`,
    { cause: result.error },
  );
}
