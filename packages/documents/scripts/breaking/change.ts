/** A change of a document that breaks somebody who relies on the document before. */

/** The side that a part of a document is on: what callers send, or what the service answers. */
export type Side = "request" | "answer";

/** A breaking change: where it is, and what it is. */
export interface BreakingChange {
  /** Place in the document, such as `GET /api/jobs query limit`. */
  readonly place: string;
  /** Sentence about the change, such as `maximum fell from 100 to 50`. */
  readonly change: string;
}

/** A JSON object of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one where it is none. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** The value as a list; an empty one where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The object behind a local reference. */
export function resolved(root: Json, value: unknown): Json {
  const { $ref } = objectOf(value);
  if (typeof $ref !== "string") return objectOf(value);
  const path = $ref.split("/").slice(1);
  return resolved(
    root,
    path.reduce<unknown>((node, key) => objectOf(node)[key], root),
  );
}

/** A value as short JSON. */
export function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
