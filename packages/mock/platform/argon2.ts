/** Argon2id by the binary on Node.js, in JavaScript elsewhere. */

export * from "@bourse/credentials/argon2";
