export { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
export { NodeServerError, type NodeServerErrorCode } from "./errors.ts";
export { nodeServer } from "./server.ts";
export { startNodeServer, type RunningNode } from "./start.ts";
export type { NodeServerParts } from "./node-sources.ts";
