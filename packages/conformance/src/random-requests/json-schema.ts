/** The JSON Schema and OpenAPI members that the fuzzer reads, as far as it reads them. */

/** A schema of JSON Schema 2020-12. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** A media type of a request or an answer. */
interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

/** One operation of a document. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>
  >;
}

/** An OpenAPI 3.1 or 3.2 document. */
export interface FuzzDocument {
  /** Operations by path template, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Shared schemas that the operations refer to. Default: none. */
  readonly components?: unknown;
}

/** The value that a pointer such as `#/components/schemas/Error400` names. */
export function followed(document: FuzzDocument, reference: string): JsonSchema {
  let value: unknown = document;
  for (const step of reference.replace(/^#\//, "").split("/")) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  }
  return (value ?? {}) as JsonSchema;
}
