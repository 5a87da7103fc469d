export { curationEnvironment, type CurationEnvironment } from "./environment.ts";
export { curationServer } from "./server.ts";
export { startCurationServer, type CurationServerParts } from "./start.ts";
