export { dataCalls, executionCalls, jobCalls, researchCalls } from "./calls.ts";
export { backtestService } from "./service.ts";
