/**
 * Reads the doc comments of routes and fields as the compiler sees them through an API's types: the same text that an
 * editor shows on hover.
 */

import { asyncapi, openapi, type DocumentedApi } from "@bourse/contract";
import { API, type Checker, type Symbol, type Type } from "typescript/unstable/sync";

type Json = Readonly<Record<string, unknown>>;
export type Texts = Record<string, string>;

const METHODS = ["get", "post", "put", "patch", "delete"];
const PARTS = { path: "params", query: "query", header: "headers" } as const;

/** Opens a project and returns a reader of the types that `file` exports. */
export function openTypes(project: string, file: string): TypeReader {
  const api = new API();
  const [opened] = api.updateSnapshot({ openProjects: [project] }).getProjects();
  const source = opened?.program.getSourceFile(file);
  const module = source && opened?.checker.getSymbolAtLocation(source);
  if (opened === undefined || module === undefined) throw new Error(`${file} is not in ${project}`);
  const exported = new Map(
    opened.checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]),
  );
  return new TypeReader(api, opened.checker, exported);
}

/** The types of one module's exports, with their doc comments. */
export class TypeReader {
  readonly #api: API;
  readonly #checker: Checker;
  readonly #exported: ReadonlyMap<string, Symbol>;

  constructor(api: API, checker: Checker, exported: ReadonlyMap<string, Symbol>) {
    this.#api = api;
    this.#checker = checker;
    this.#exported = exported;
  }

  close(): void {
    this.#api.close();
  }

  /** The text of every place of an API's document, read from the types of the API that is exported under `name`. */
  textsOf(name: string, api: DocumentedApi): Texts {
    const document = openapi(api);
    const texts: Texts = {};
    const routes = this.#typeAt(this.#exported.get(name), "routes");
    for (const methods of Object.values(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (METHODS.includes(method)) this.#readOperation(routes, operation, texts, api);
      }
    }
    const schemas = { ...schemasOf(document), ...schemasOf(asyncapi(api)) };
    for (const [component, schema] of Object.entries(schemas)) {
      const symbol = this.#exported.get(component);
      if (symbol !== undefined) {
        this.#readProperties(schema, this.#valueOf(this.#typeOf(symbol)), component, texts);
      }
    }
    return texts;
  }

  #readOperation(
    routes: Type | undefined,
    operation: Json,
    texts: Texts,
    api: DocumentedApi,
  ): void {
    const key = String(operation["operationId"]);
    const symbol = routes && this.#checker.getPropertyOfType(routes, key);
    const types = this.#typeAt(symbol, "~types");
    const comment = symbol?.getDocumentationComment(this.#checker) ?? "";
    texts[key] = summaryOf(comment);
    const parameters = (operation["parameters"] ?? []) as readonly Json[];
    for (const { name, in: place } of parameters) {
      const part = PARTS[place as keyof typeof PARTS];
      const field = part === "headers" ? String(name).toLowerCase() : String(name);
      const value = this.#valueOf(this.#typeIn(types, part));
      texts[`${key}.${part}.${field}`] = this.#comment(value, field);
    }
    const body = this.#valueOf(this.#typeIn(types, "body"), "input");
    this.#readProperties(contentOf(operation["requestBody"]), body, `${key}.body`, texts);
    const responses = operation["responses"] as Readonly<Record<string, Json>>;
    const declared = this.#typeIn(types, "responses");
    for (const [status, response] of Object.entries(responses)) {
      const value = this.#valueOf(this.#typeIn(declared, status));
      if (value === undefined) continue;
      const schema = contentOf(response) as { readonly properties?: Json } | undefined;
      if (api.wire.envelope === undefined) {
        this.#readProperties(schema, value, `${key}.${status}`, texts);
      } else {
        this.#readProperties(schema?.properties?.["data"], value, `${key}.${status}.data`, texts);
      }
    }
  }

  /** Walks a JSON schema and the type beside it; a reference is left to its component. */
  #readProperties(schema: unknown, type: Type | undefined, place: string, texts: Texts): void {
    if (typeof schema !== "object" || schema === null || type === undefined) return;
    const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema as Json;
    for (const [name, property] of Object.entries((properties ?? {}) as Json)) {
      const at = `${place}.${name}`;
      const text = this.#comment(type, name);
      if (text !== "" || texts[at] === undefined) texts[at] = text;
      for (const inner of this.#property(type, name)) {
        this.#readProperties(property, this.#typeOf(inner), at, texts);
      }
    }
    for (const inner of this.#elements(type)) {
      this.#readProperties(items, inner, place, texts);
      this.#readProperties(additionalProperties, inner, place, texts);
    }
    for (const member of [anyOf, oneOf, allOf].flat()) {
      this.#readProperties(member, type, place, texts);
    }
  }

  #comment(type: Type | undefined, name: string): string {
    const found = type === undefined ? [] : this.#property(type, name);
    for (const symbol of found) {
      const comment = symbol.getDocumentationComment(this.#checker);
      if (comment !== "") return oneLine(comment);
    }
    return "";
  }

  /** The property in every member of the type that has it. */
  #property(type: Type, name: string): Symbol[] {
    return membersOf(type).flatMap((member) => this.#checker.getPropertyOfType(member, name) ?? []);
  }

  /** The types of a list's items and of a record's values. */
  #elements(type: Type): Type[] {
    return membersOf(type).flatMap((member) =>
      member.isObjectType()
        ? this.#checker.getIndexInfosOfType(member).map(({ valueType }) => valueType)
        : [],
    );
  }

  #typeAt(symbol: Symbol | undefined, name: string): Type | undefined {
    return symbol && this.#typeIn(this.#typeOf(symbol), name);
  }

  /** The type of a property, without undefined. */
  #typeIn(type: Type | undefined, name: string): Type | undefined {
    const symbol = type && this.#checker.getPropertyOfType(type, name);
    const found = symbol && this.#typeOf(symbol);
    return found && this.#checker.getNonNullableType(found);
  }

  #typeOf(symbol: Symbol): Type | undefined {
    return this.#checker.getTypeOfSymbol(symbol);
  }

  /** Type that a schema parses to, or accepts. */
  #valueOf(schema: Type | undefined, direction: "input" | "output" = "output"): Type | undefined {
    return this.#typeIn(this.#typeIn(schema, "_zod"), direction);
  }
}

function schemasOf({ components }: { readonly components: Json }): Json {
  return (components["schemas"] ?? {}) as Json;
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? type.getTypes().flatMap(membersOf) : [type];
}

function contentOf(part: unknown): unknown {
  const { content } = (part ?? {}) as { readonly content?: Readonly<Record<string, Json>> };
  return content?.["application/json"]?.["schema"];
}

function oneLine(comment: string): string {
  return comment.trim().replaceAll(/\s*\n\s*/g, " ");
}

/** The first paragraph; a single sentence without its full stop. */
function summaryOf(comment: string): string {
  const [first = ""] = comment.trim().split(/\n\s*\n/);
  const line = oneLine(first);
  return line.includes(". ") ? line : line.replace(/\.$/, "");
}
