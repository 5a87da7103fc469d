export { curationEnvironment, type CurationEnvironment } from "./environment.ts";
export { CurationServerError, type CurationServerErrorCode } from "./errors.ts";
export { curationServer } from "./server.ts";
export { startCurationServer, type CurationServerParts } from "./start.ts";
