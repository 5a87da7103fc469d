/** The checks of the answers of a node. */

import { dashboardRoutes, externalRoutes, internalRoutes } from "@bourse/contract/node";

import { answersOf, type AnswerCheck } from "../answers.ts";

/** Check of the answers to the owner of a node, for the option `validateAnswers`. */
export const nodeInternalAnswers: AnswerCheck = answersOf(internalRoutes);

/** Check of the answers to everybody, for the option `validateAnswers`. */
export const nodeExternalAnswers: AnswerCheck = answersOf(externalRoutes);

/** Check of the answers to the dashboard, for the option `validateAnswers`. */
export const nodeDashboardAnswers: AnswerCheck = answersOf(dashboardRoutes);
