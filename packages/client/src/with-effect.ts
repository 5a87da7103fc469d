/** A call with something of the client's own before and after it. */

import type { CallOptions } from "./options.ts";
import type { AnyInput } from "./request.ts";

export interface Around {
  /** Completes the input. Default: as it is. */
  readonly before?: (input: AnyInput | undefined) => Promise<AnyInput>;
  /** Told of a success before the caller is; what it throws comes out of both ways to call. */
  readonly after: (data: never, input: never) => void | Promise<void>;
  /** Win over those of the caller. */
  readonly options?: CallOptions;
}

/** `Typed`, a `Call`, is what the caller of the result sees; nothing here depends on the route. */
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
  const plain = async (input?: AnyInput, options?: CallOptions): Promise<unknown> => {
    const result = await safe(input, options);
    if (result.ok) return result.data;
    throw result.error;
  };
  return Object.assign(plain, { safe }) as unknown as Typed;
}

/** `.safe` of any route's call, its types taken off. */
type AnySafe = (input?: AnyInput, options?: CallOptions) => Promise<AnyResult>;

type AnyResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: Error };
