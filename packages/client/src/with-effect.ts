/** Calls that the client wraps with effects of its own, such as keeping tokens. */

import type { CallOptions } from "./options.ts";
import type { AnyInput } from "./request.ts";

/** The effects around a call. */
export interface Around {
  /** Completes the input. Default: the input stays as it is. */
  readonly before?: (input: AnyInput | undefined) => Promise<AnyInput>;
  /** Called with the data and the input of a success before the caller gets it; its errors reach the caller. */
  readonly after: (data: never, input: never) => void | Promise<void>;
  /** Options that replace those of the caller. */
  readonly options?: CallOptions;
}

/** Wraps a call with effects; `Typed` is the type of the result, a `Call`. */
export function withEffect<Typed extends object>(
  call: object,
  { before, after, options: fixed }: Around,
): Typed {
  const safe: AnySafe = async (given, options) => {
    const input = before === undefined ? given : await before(given);
    const result = await (call as { safe: AnySafe }).safe(input, { ...options, ...fixed });
    if (result.ok) await after(result.data as never, input as never);
    return result;
  };
  const withResponse = async (input?: AnyInput, options?: CallOptions): Promise<AnySuccess> => {
    const result = await safe(input, options);
    if (!result.ok) throw result.error;
    const { ok: _, ...success } = result;
    return success;
  };
  const plain = async (input?: AnyInput, options?: CallOptions): Promise<unknown> =>
    (await withResponse(input, options)).data;
  const { isProblem } = call as { readonly isProblem?: unknown };
  return Object.assign(plain, { safe, withResponse, isProblem }) as unknown as Typed;
}

/** The untyped `.safe` of any route's call. */
type AnySafe = (input?: AnyInput, options?: CallOptions) => Promise<AnyResult>;

interface AnySuccess {
  readonly data: unknown;
}

type AnyResult =
  | (AnySuccess & { readonly ok: true })
  | { readonly ok: false; readonly error: Error };
