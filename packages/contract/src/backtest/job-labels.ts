/** Labels that people give jobs, and what lists of jobs are sorted by. */

import * as z from "zod";

import {
  exactObject,
  list,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { matching, storable } from "../route/text-checks.ts";
import { Text } from "./fields.ts";

/** Verdict of the audit for look-ahead: `not_run` where nobody asked for it, or the job has not completed. */
export const LookAheadVerdict = oneOf(["clean", "looks_ahead", "not_run"]);
export type LookAheadVerdict = z.infer<typeof LookAheadVerdict>;

/** Orders of a list of jobs; a minus before the name for descending. */
export const JobSort = oneOf([
  "created_at",
  "-created_at",
  "total_return",
  "-total_return",
  "sharpe",
  "-sharpe",
  "max_drawdown",
  "-max_drawdown",
  "trades",
  "-trades",
]);
export type JobSort = z.infer<typeof JobSort>;

/** Fields of every job. */
export const labelFields = {
  /** Title that somebody gave the job; null for none. */
  title: Text.nullable(),
  /** Note that somebody wrote about the job; null for none. */
  note: Text.nullable(),
  /** Tags of the job, in their order. */
  tags: list(Text),
  /** True for a job that somebody has pinned. */
  pinned: z.boolean(),
  /** Verdict of the audit for look-ahead: `not_run` where nobody asked for it, or the job has not completed. */
  look_ahead: LookAheadVerdict,
};

/** Labels of a job, and the verdict that lists show beside them. */
export interface JobLabels extends Fields<typeof labelFields> {}

/** A tag: a query joins tags by commas, and drops the blanks around them. */
const Tag = matching(
  storable(1, 50),
  /^[^\s,](?:[^,]*[^\s,])?$/u,
  "must have no comma, and no blank at its ends",
);

const changeFields = {
  /** Title, 1–200 characters; null for none. Default: it stays. */
  title: storable(1, 200).nullable().optional(),
  /** Note, 1–10,000 characters; null for none. Default: it stays. */
  note: storable(1, 10_000).nullable().optional(),
  /** Tags, at most 20, none twice, of 1–50 characters without a comma. Default: they stay. */
  tags: list(Tag)
    .max(20)
    .refine((tags) => new Set(tags).size === tags.length, "must have no tag twice")
    .optional(),
  /** True to pin the job, false to unpin it. Default: it stays as it is. */
  pinned: z.boolean().optional(),
};
/** Labels of a job that change. */
export interface JobChange extends Fields<typeof changeFields> {}
/** Labels of a job that change, as a caller gives them. */
export interface JobChangeInput extends InputFields<typeof changeFields> {}
export const JobChange: ObjectSchema<JobChange, JobChangeInput> = exactObject(changeFields);
