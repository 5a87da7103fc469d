/** Types of a route's inputs and outputs, for callers and for handlers, derived from its phantom record. */

import type { PageReply, Reply } from "./reply.ts";
import type { ItemPlace, Route, RouteTypes } from "./route.ts";
import type { InputOf, OutputOf, Schema } from "./schema.ts";

/** A caller's input: values as the handler sees them, optional where the wire may leave them out. */
export type CallInput<T extends RouteTypes> = Field<"params", T["params"], Values<T["params"]>> &
  Field<"query", T["query"], Values<T["query"]>> &
  Field<"headers", T["headers"], Values<T["headers"]>> &
  Field<"body", T["body"], InputOf<T["body"]>>;

/** A status with its data, for each declared response. */
export type Success<T extends RouteTypes> = {
  [S in keyof T["responses"]]: { readonly status: S; readonly data: OutputOf<T["responses"][S]> };
}[keyof T["responses"]];

/** The data of a route's responses. */
export type ResponseData<T extends RouteTypes> = OutputOf<T["responses"][keyof T["responses"]]>;

/** The types of a route. */
export type TypesOf<R> = R extends Route<infer T> ? T : never;

/** A validated request as a handler gets it; a part that the route does not declare is undefined. */
export interface HandlerInput<T extends RouteTypes> {
  /** Path parameters. */
  readonly params: OutputOf<T["params"]>;
  /** Query parameters. */
  readonly query: OutputOf<T["query"]>;
  /** Declared headers. */
  readonly headers: OutputOf<T["headers"]>;
  /** Request body. */
  readonly body: OutputOf<T["body"]>;
}

/** The data of the lowest declared status, or a {@link Reply} that names its status; a {@link PageReply} of a list. */
export type HandlerResult<T extends RouteTypes> = T["pages"] extends ItemPlace
  ? PageReply<InputOf<T["responses"][keyof T["responses"]]>>
  : {
      [S in keyof T["responses"]]:
        | InputOf<T["responses"][S]>
        | Reply<S, InputOf<T["responses"][S]>>;
    }[keyof T["responses"]];

type Field<Name extends string, S, Value> = S extends undefined
  ? { readonly [N in Name]?: never }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : {} extends Value
      ? { readonly [N in Name]?: Value }
      : { readonly [N in Name]: Value };

type Values<S> =
  S extends Schema<infer Input, infer Output>
    ? OptionalAs<Output, keyof Output & OptionalKeys<Input>>
    : never;

/** The output's values, with the input's question marks: a default need not be given. */
type OptionalAs<Output, Optional extends keyof Output> = Readonly<
  Pick<Output, Exclude<keyof Output, Optional>>
> & { readonly [K in keyof Pick<Output, Optional>]?: Output[K] | undefined };

type OptionalKeys<Input> = {
  [K in keyof Input]-?: undefined extends Input[K] ? K : never;
}[keyof Input];
