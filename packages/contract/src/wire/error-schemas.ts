/** The schemas of error bodies, by wire format and status: for documents and tests, not for clients. */

import * as z from "zod";

/** The schema of an error's body with that status. */
export type ErrorSchemas = (status: number) => z.ZodType;

const loc = z.array(z.union([z.string(), z.int()]));
const issue = z.object({
  loc: loc.describe(
    "Path of the value at fault: `body`, `query`, `path` or `header`, then names and indexes.",
  ),
  msg: z.string().describe("What was expected, and what was found."),
  type: z.string().describe("Kind of the fault, such as `missing` or `value_error`."),
});
const issues = z.array(issue).describe("The faults of the request, one entry each.");
const sentence = z.string().describe("What happened, what was expected, and what to do.");

const place = z.int().min(1).optional();
/** An issue that may have a place in a strategy's source. */
const placedIssue = issue.extend({
  line: place.describe("Line of the fault in a strategy's source, from 1; else absent."),
  column: place.describe("Column of that fault, from 1; else absent."),
  message: z.string().optional().describe("The sentence of `msg`, beside a line; else absent."),
});
const placedIssues = z.array(placedIssue).describe("The faults of the request, one entry each.");

/** The error bodies of the format `detail`. */
export const detailErrors: ErrorSchemas = (status) =>
  z.object({
    detail: status === 422 ? placedIssues : sentence,
    status_code: z.literal(status).describe("The HTTP status of this answer."),
  });

/** The error bodies of the format `plainDetail`. */
export const plainDetailErrors: ErrorSchemas = (status) =>
  z.object({
    detail: status === 422 ? issues : sentence,
    ...(status === 401 || status === 403
      ? { code: challengeCode, ...factorChallenge.partial().shape }
      : {}),
  });

const challengeCode = z
  .string()
  .describe("`FACTOR_REQUIRED` or `STEP_UP_REQUIRED`, with a challenge; else absent.")
  .optional();

/** The error bodies of the format `envelope`. */
export const envelopeErrors: ErrorSchemas = (status) =>
  z.object({
    success: z.literal(false).describe("Always false in an error."),
    error: z
      .object({
        code: z.string().describe("Error code, for programs."),
        message: sentence,
        ...(status === 400 ? { details: faults.optional() } : {}),
        ...(status === 401 || status === 403 ? { details: factorChallenge.optional() } : {}),
      })
      .describe("The error."),
  });

const factorChallenge = z
  .object({
    challenge: z
      .string()
      .describe("Token of the challenge, which works once, within five minutes."),
    factors: z
      .array(z.string())
      .describe("Means by which it can be answered: `totp`, `recovery_code`."),
  })
  .describe("The challenge of FACTOR_REQUIRED and STEP_UP_REQUIRED.");

const fault = z.object({
  path: z
    .string()
    .describe("Path of the value at fault inside its part of the request, names joined by dots."),
  message: z.string().describe("What was expected, and what was found."),
});
const faults = z.array(fault).describe("The faults of the request, one entry each.");

const field = z.string().describe("Name of the field at fault.");
const retryAfter = z.number().describe("Seconds to wait before the next try.");

/** The error bodies of the format `errorFormat`. */
export const errorFormatErrors: ErrorSchemas = (status) =>
  z.object({
    error: sentence,
    ...(status === 422 ? { field: field.optional() } : {}),
    ...(status === 429 ? { retry_after: retryAfter } : {}),
  });
