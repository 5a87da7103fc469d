export type { CommandOutput, Surroundings, Variables } from "./command/command.ts";
export { runBourse } from "./run-bourse.ts";
