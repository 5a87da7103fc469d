/** One API: its routes, its wire format and its security schemes, as data. */

import type { ReplyFormat, WireFormat } from "../wire/wire-format.ts";
import type { Calls } from "./calls.ts";
import type { Route } from "./route.ts";

/** A way in which a caller proves who it is. */
export type SecurityScheme = BearerScheme | ApiKeyScheme;

/** The header `Authorization: Bearer …`; the scheme's name may be in any case. */
export interface BearerScheme {
  readonly type: "bearer";
  /** Format of the token for OpenAPI, such as `JWT`. Default none. */
  readonly bearerFormat?: string;
  /** True: a call without a token passes; an invalid token is refused all the same. Default false. */
  readonly optional?: boolean;
}

/** A key in a header. */
export interface ApiKeyScheme {
  readonly type: "apiKey";
  /** Name of the header, as the documents spell it. */
  readonly header: string;
  /** True: the name counts only in exactly that spelling, where the transport keeps it. Default false, as HTTP says. */
  readonly exactCase?: boolean;
  /** True: the key is enforced only by a binding with an `authenticate` option. Default false. */
  readonly optional?: boolean;
}

/** A table of routes, by operation id. */
export type Routes = Readonly<Record<string, Route>>;

/** The part of an API that its routes share, for callers and servers. */
export interface Service {
  /** Short name in lower case, such as `backtest`. */
  readonly id: string;
  /** The beginning of every path, such as `/api`; may be empty. */
  readonly basePath: string;
  /** The format in which replies are read. */
  readonly wire: ReplyFormat;
  /** The security schemes, by name. */
  readonly security: Readonly<Record<string, SecurityScheme>>;
}

/** The part of an API that a client needs: plain data, without a schema. */
export interface ClientApi<R extends Routes = Routes> extends Service {
  /** The calls of the routes, by operation id; `callsOf` derives them. */
  readonly calls: Calls<R>;
}

/** An API as a server serves it. */
export interface Api<R extends Routes = Routes> extends Service {
  /** Title for documents. */
  readonly title: string;
  /** Version for documents. */
  readonly version: string;
  /** The format in which replies are read and written. */
  readonly wire: WireFormat;
  /** The routes, by operation id. */
  readonly routes: R;
}

/** Declares an API. Faults that the types cannot see are reported when it is bound or documented. */
export function defineApi<R extends Routes>(api: Api<R>): Api<R> {
  return api;
}
