/** A call that cannot be carried out; its message says how to call. */
export class UsageError extends Error {}
