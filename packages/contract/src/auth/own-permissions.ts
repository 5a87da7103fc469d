/** The routes of access control with the permissions of a host in place of the service's four. */

import * as z from "zod";

import type { Api, Routes } from "../route/api.ts";
import type { TypesOf } from "../route/call-types.ts";
import { list, oneOf } from "../route/object-schema.ts";
import type { Route, RouteDefinition, RouteTypes } from "../route/route.ts";
import { shownAs, type InputOf, type OutputOf, type Schema } from "../route/schema.ts";
import type { authRoutes } from "./routes.ts";
import type { userRoutes } from "./users.ts";

/** The types of a route, with the names of a host's own permissions in its bodies and answers. */
export type WithPermissions<T extends RouteTypes, Name extends string> = Omit<
  T,
  "body" | "responses"
> & {
  /** Schema type of the request body. */
  readonly body: Renamed<T["body"], Name>;
  /** Schema types of the replies by status. */
  readonly responses: {
    readonly [S in keyof T["responses"]]: Renamed<T["responses"][S], Name>;
  };
};

type Renamed<S, Name extends string> = S extends Schema
  ? Schema<Named<InputOf<S>, Name>, Named<OutputOf<S>, Name>>
  : S;

type Named<V, Name extends string> = V extends readonly (infer Item)[]
  ? Named<Item, Name>[]
  : V extends object
    ? {
        [K in keyof V]: K extends "permissions"
          ? Name[] | (undefined extends V[K] ? undefined : never)
          : K extends "permission"
            ? Name | (undefined extends V[K] ? undefined : never)
            : V[K];
      }
    : V;

/** The access control API of a service whose permissions are its host's own. */
export type AuthApiOf<Name extends string> = Api<{
  readonly [K in keyof AuthRoutes]: Route<WithPermissions<TypesOf<AuthRoutes[K]>, Name>>;
}>;

type AuthRoutes = typeof authRoutes & typeof userRoutes;

/** The same routes, which take and answer these permissions. */
export function withPermissions<R extends Routes>(all: R, names: readonly string[]): R {
  const permission = oneOf(names);
  const held = list(permission);
  const asked = shownAs(
    held
      .min(1)
      .max(names.length)
      .refine((given) => new Set(given).size === given.length, "must name each permission once"),
    { uniqueItems: true },
  );
  const replaced = (schema: Schema, permissions: z.ZodType): Schema => {
    if (schema instanceof z.ZodUnion) {
      const options = schema.options as readonly Schema[];
      return z.union(options.map((one) => replaced(one, permissions) as z.ZodType));
    }
    if (schema instanceof z.ZodArray) {
      return list(replaced(schema.element as Schema, permissions) as z.ZodType);
    }
    if (!(schema instanceof z.ZodObject)) return schema;
    const { shape } = schema;
    return schema.extend({
      ...("permissions" in shape && {
        permissions:
          shape["permissions"] instanceof z.ZodOptional ? permissions.optional() : permissions,
      }),
      ...("permission" in shape && { permission: permission.optional() }),
    });
  };
  const routes = Object.entries<Route>(all).map(([key, { definition }]) => {
    const { body, responses } = definition;
    const answers = Object.entries(responses).map(([status, answer]) => [
      status,
      replaced(answer, held),
    ]);
    const own: RouteDefinition = {
      ...definition,
      ...(body !== undefined && { body: replaced(body, asked) }),
      responses: Object.fromEntries(answers) as RouteDefinition["responses"],
    };
    return [key, { definition: own }];
  });
  return Object.fromEntries(routes) as Routes as R;
}
