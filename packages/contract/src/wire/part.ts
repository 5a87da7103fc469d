/** A part of a request with a schema of its own. */
export type Part = "params" | "query" | "headers" | "body";
