/** The deployment service's access control as a table: paths under `/api/v1`, camelCase, in an envelope. */

import { defineApi } from "../route/api.ts";
import { envelope } from "../wire/envelope.ts";
import { authRoutes } from "./routes.ts";
import { authService } from "./service.ts";

export const authApi = defineApi({ ...authService, wire: envelope, routes: authRoutes });

/** The table's type; handlers, clients and mocks are typed by it. */
export type AuthApi = typeof authApi;

/** The same API under another prefix, such as `/auth-service/v1`; the empty one puts it at the root. */
export function authApiAt(prefix: string): AuthApi {
  return { ...authApi, basePath: prefix };
}
