/** `Buffer` of Node.js. */

export { Buffer } from "node:buffer";
