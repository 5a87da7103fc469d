/** The cryptography of Node.js. */

export * from "node:crypto";
