/** The schemas of error bodies, by wire format and status: for documents and tests, not for clients. */

import * as z from "zod";

/** The schema of an error's body with that status. */
export type ErrorSchemas = (status: number) => z.ZodType;

const issue = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});

/** Of the format `detail`. */
export const detailErrors: ErrorSchemas = (status) =>
  z.object({
    detail: status === 422 ? z.array(issue) : z.string(),
    status_code: z.literal(status),
  });

/** Of the format `plainDetail`. */
export const plainDetailErrors: ErrorSchemas = (status) =>
  z.object({ detail: status === 422 ? z.array(issue) : z.string() });

/** Of the format `envelope`. */
export const envelopeErrors: ErrorSchemas = (status) =>
  z.object({
    success: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      ...(status === 400 ? { details: z.array(fault).optional() } : {}),
    }),
  });

const fault = z.object({ path: z.string(), message: z.string() });

/** Of the format `errorFormat`. */
export const errorFormatErrors: ErrorSchemas = (status) =>
  z.object({
    error: z.string(),
    ...(status === 422 ? { field: z.string().optional() } : {}),
    ...(status === 429 ? { retry_after: z.number() } : {}),
  });
