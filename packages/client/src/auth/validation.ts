/** The check of the answers of access control. */

import { authApi } from "@bourse/contract/auth";

import { answersOf, type AnswerCheck } from "../answers.ts";

/** Check of the answers of access control, for the option `validateAnswers`. */
export const authAnswers: AnswerCheck = answersOf(authApi.routes);
