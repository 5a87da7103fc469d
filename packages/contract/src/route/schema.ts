/**
 * The part of a schema that the types need, and no more: this is what keeps the compiler fast over hundreds of routes.
 */

import * as z from "zod";

/** Any zod schema, seen by its two types only. */
export interface Schema<Input = unknown, Output = unknown> {
  /** The types of the schema; zod's own member. */
  readonly _zod: {
    /** Type of the values that the schema accepts. */
    readonly input: Input;
    /** Type of the values that the schema returns. */
    readonly output: Output;
  };
}

/** Type of the values that a schema accepts. */
export type InputOf<S> = S extends Schema<infer Input> ? Input : undefined;
/** Type of the values that a schema returns. */
export type OutputOf<S> = S extends Schema<unknown, infer Output> ? Output : undefined;

/** A schema with members of JSON Schema that a document shows for it, where its own check is code. */
// @__NO_SIDE_EFFECTS__
export function shownAs<S extends z.ZodType>(
  schema: S,
  document: Readonly<Record<string, unknown>>,
): S {
  return schema.meta({ document });
}

/** A parameter that a handler requires, though the schema lets it be absent: a document calls it required. */
// @__NO_SIDE_EFFECTS__
export function requiredByHandler<S extends z.ZodType>(schema: S): S {
  return schema.meta({ isRequired: true });
}

/** A body that is not JSON: text, bytes or a stream of bytes. */
export type MediaBody = string | Uint8Array | ReadableStream<Uint8Array>;

/** The schema behind the light type: every `Schema` of a route is one of zod's. */
export function zodOf(schema: Schema): z.ZodType {
  return schema as z.ZodType;
}

/**
 * A response of another media type than JSON, such as `text/csv` or `text/event-stream`; never wrapped by the wire
 * format. It is one of `others` where the handler says so in its reply's `content-type`.
 */
// @__NO_SIDE_EFFECTS__
export function media(
  mediaType: string,
  ...others: readonly string[]
): Schema<MediaBody, MediaBody> {
  return z
    .custom<MediaBody>(isMediaBody, "must be text, bytes or a stream")
    .meta({ mediaType, others });
}

/** The events of a response made by {@link eventStream}. */
export interface StreamedEvents {
  /** The schema of each event's data, by the event's name. */
  readonly events: Readonly<Record<string, Schema>>;
  /** True: events have ids, and a caller resumes after one by the header Last-Event-ID. */
  readonly hasIds: boolean;
}

/** A response of Server-Sent Events (WHATWG HTML §9.2), with the schema of each event's data by the event's name. */
// @__NO_SIDE_EFFECTS__
export function eventStream(
  events: Readonly<Record<string, Schema>>,
  { hasIds = false }: { readonly hasIds?: boolean } = {},
): Schema<MediaBody, MediaBody> {
  const streamed: StreamedEvents = { events, hasIds };
  return zodOf(media(EVENT_STREAM)).meta({
    mediaType: EVENT_STREAM,
    others: [],
    streamed,
  }) as unknown as Schema<MediaBody, MediaBody>;
}

const EVENT_STREAM = "text/event-stream";

/** The events of a response made by {@link eventStream}; undefined for any other. */
export function streamedEventsOf(schema: Schema): StreamedEvents | undefined {
  return zodOf(schema).meta()?.["streamed"] as StreamedEvents | undefined;
}

/** The usual media type of a response made by {@link media}; undefined for JSON. */
export function mediaTypeOf(schema: Schema): string | undefined {
  const found = zodOf(schema).meta()?.["mediaType"];
  return typeof found === "string" ? found : undefined;
}

/** The media types of a response made by {@link media}, the usual one first; none for JSON. */
export function mediaTypesOf(schema: Schema): readonly string[] {
  const usual = mediaTypeOf(schema);
  if (usual === undefined) return [];
  return [usual, ...((zodOf(schema).meta()?.["others"] as readonly string[] | undefined) ?? [])];
}

function isMediaBody(value: unknown): boolean {
  return (
    typeof value === "string" || value instanceof Uint8Array || value instanceof ReadableStream
  );
}
