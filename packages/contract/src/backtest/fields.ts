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
/** A number that is never below 0. */
export const NotNegative = z.number().min(0);
/** 0–1. */
export const Share = NotNegative.max(1);
/** A value of a strategy's parameter; the strategy's own schema judges it. */
export const ParameterValue = z.union([Figure, Text, z.boolean()]);
