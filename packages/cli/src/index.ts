export { runBourse, type BourseOutput } from "./run-bourse.ts";
