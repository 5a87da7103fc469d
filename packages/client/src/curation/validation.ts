/** The check of the answers and the live feed of curation. */

import { curationApi, CuratorEvent } from "@bourse/contract/curation";

import { answersOf, type AnswerCheck } from "../answers.ts";

/** Check of the answers and the live feed of curation, for the option `validateAnswers`. */
export const curationAnswers: AnswerCheck = answersOf(curationApi.routes, {
  curatorEvents: CuratorEvent,
});
