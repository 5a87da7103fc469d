/** What the routes that make jobs have in common. */

import * as z from "zod";

import { GUARD } from "./guard.ts";
import { DispatchReply } from "./job.ts";

export const DISPATCH = {
  headers: z.object({ "idempotency-key": z.string().min(1).max(255).optional() }),
  idempotencyKey: true,
  responses: { 200: DispatchReply },
} as const;

export const DISPATCH_ERRORS = {
  ...GUARD,
  VALIDATION_ERROR: 422,
  STRATEGY_NOT_FOUND: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
} as const;
