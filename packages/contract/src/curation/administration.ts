/** What admins ask for and send. */

import * as z from "zod";

import { page, Role, text } from "./fields.ts";

export const UserQuery = z.object({ search: text(1, 320).optional(), ...page });
export const RolesChange = z.object({ roles: z.array(Role).max(2) });
export const ResolutionRequest = z.object({
  outcome_id: text(1, 100),
  evidence_url: text(1, 2000),
});
