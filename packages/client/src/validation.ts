export { answersOf, type AnswerCheck, type AnswerFault } from "./answers.ts";
