/** Names that are global on Node.js, for modules that run in pages. */

export { Buffer } from "./buffer.ts";
