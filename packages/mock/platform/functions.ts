/** Functions of the kernel that are others on Node.js than elsewhere. */

export * from "@bourse/kernel/platform";
