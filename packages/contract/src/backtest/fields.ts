/** The kinds of fields that answers are made of. */

import * as z from "zod";

import { Timestamp } from "./common.ts";

export const Text = z.string();
/** A finite number; JSON has no other. */
export const Figure = z.number();
/** A number, or null where it is not defined. */
export const Statistic = Figure.nullable();
export const Count = z.int().min(0);
export const MaybeTime = Timestamp.nullable();
