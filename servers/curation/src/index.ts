export { curationEnvironment, type CurationEnvironment } from "./environment.ts";
export { CurationServerError, type CurationServerErrorCode } from "./errors.ts";
export { startCurationServer } from "./start.ts";
export type { CurationServerParts } from "./open-core.ts";
