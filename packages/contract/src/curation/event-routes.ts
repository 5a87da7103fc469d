/** The curators' live feed. */

import * as z from "zod";

import { route } from "../route/route.ts";
import { media } from "../route/schema.ts";
import { INVALID, PERMITTED } from "./errors.ts";

export const eventRoutes = {
  curatorEvents: route("GET", "/curator/events", {
    security: "bearer",
    headers: z.object({
      "last-event-id": z
        .string()
        .regex(/^\d{0,15}$/, "must be the id of an event")
        .optional(),
    }),
    responses: { 200: media("text/event-stream") },
    errors: { ...INVALID, ...PERMITTED },
  }),
};
