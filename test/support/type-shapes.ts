/** Shapes of types: what a value of a type looks like to a caller without types. Each is asked of the compiler once. */
import { SignatureKind, TypeFlags, type Checker, type Type } from "typescript/unstable/sync";

/** Kind of a value as a caller without types may confuse it with another. */
export type Kind =
  | "undefined"
  | "null"
  | "number"
  | "string"
  | "boolean"
  | "bigint"
  | "symbol"
  | "function"
  | "list"
  | "object";

export function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

/** A parameter, or a field of an object. */
export interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

const KINDS: readonly (readonly [flag: number, kind: Kind])[] = [
  [TypeFlags.Undefined | TypeFlags.Void, "undefined"],
  [TypeFlags.Null, "null"],
  [TypeFlags.NumberLike, "number"],
  [TypeFlags.StringLike, "string"],
  [TypeFlags.BooleanLike, "boolean"],
  [TypeFlags.BigIntLike, "bigint"],
  [TypeFlags.ESSymbolLike, "symbol"],
];

/** `SymbolFlags.Optional` of the compiler. */
const OPTIONAL = 16_777_216;

/** Type of a parameter or of a field of one. */
export class Shape {
  readonly #checker: Checker;
  readonly #of: (type: Type) => Shape;
  readonly #type: Type;
  readonly #known = new Map<string, unknown>();

  constructor(checker: Checker, of: (type: Type) => Shape, type: Type) {
    this.#checker = checker;
    this.#of = of;
    this.#type = type;
  }

  /** The type in the words of the compiler: `Readonly<Record<string, number>>`. */
  get text(): string {
    return this.#once("text", () => this.#checker.typeToString(this.#type));
  }

  /** Name of the interface, class or alias, without its type arguments; empty for a type without a name. */
  get name(): string {
    return this.#once("name", () => {
      const symbol = this.#type.getAliasSymbol() ?? this.#type.getSymbol();
      return symbol?.name ?? "";
    });
  }

  /** Types of a union; the type itself for any other. */
  get parts(): readonly Shape[] {
    return this.#once("parts", () =>
      this.#type.isUnionType() ? this.#type.getTypes().map((one) => this.#of(one)) : [this],
    );
  }

  /** Value of a literal type, as `{ value: "buy" }`; undefined for any other. */
  get literal(): { readonly value: unknown } | undefined {
    return this.#type.isLiteralType() ? { value: this.#type.value } : undefined;
  }

  /** Kinds that the type accepts; null when it accepts every one. */
  get kinds(): ReadonlySet<Kind> | null {
    return this.#once("kinds", () => this.#kinds());
  }

  /** Type of a list's items, or of a record's values; undefined where there is none. */
  get item(): Shape | undefined {
    return this.#once("item", () => {
      if (!this.#type.isObjectType() || this.#checker.isTupleType(this.#type)) return undefined;
      const [info] = this.#checker.getIndexInfosOfType(this.#type);
      return info && this.#of(info.valueType);
    });
  }

  /** Fields of an object type; those of each part of a union. */
  get fields(): readonly Field[] {
    return this.#once("fields", () => {
      if (this.#type.isUnionType()) {
        const all = this.parts.flatMap((part) => part.fields);
        const fields = new Map(all.map((field) => [field.name, field]));
        // A part of the union may do without a field of another.
        return Array.from(fields.values(), (field) => {
          const own = all.filter(({ name, isOptional }) => name === field.name && !isOptional);
          return { ...field, isOptional: own.length < this.parts.length };
        });
      }
      return this.#checker.getPropertiesOfType(this.#type).flatMap((symbol) => {
        const type = this.#checker.getTypeOfSymbol(symbol);
        const isOptional = (symbol.flags & OPTIONAL) !== 0;
        return type === undefined ? [] : [{ name: symbol.name, isOptional, shape: this.#of(type) }];
      });
    });
  }

  #kinds(): ReadonlySet<Kind> | null {
    const type = this.#type;
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return null;
    if (type.isUnionType()) return union(this.parts);
    const [, kind] = KINDS.find(([flag]) => (type.flags & flag) !== 0) ?? [];
    if (kind !== undefined) return new Set([kind]);
    if (type.flags & TypeFlags.NonPrimitive) return new Set(["object", "list", "function"]);
    if (type.isIntersectionType()) {
      // Text of a kind of its own, as a branded address.
      const kinds = type.getTypes().map((one) => this.#of(one).kinds);
      return kinds.find((one) => one !== null) ?? null;
    }
    if (!type.isObjectType()) {
      const bound = this.#checker.getBaseConstraintOfType(type);
      return bound === undefined || bound.id === type.id ? null : this.#of(bound).kinds;
    }
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      return new Set(["list"]);
    }
    const isCallable = [SignatureKind.Call, SignatureKind.Construct].some(
      (one) => this.#checker.getSignaturesOfType(type, one).length > 0,
    );
    if (isCallable) return new Set(["function"]);
    // An iterable may be a list or text.
    const isIterable = /^Iterable$|^AsyncIterable$/.test(this.name);
    return new Set(isIterable ? ["object", "list", "string"] : ["object"]);
  }

  #once<T>(name: string, ask: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, ask());
    return this.#known.get(name) as T;
  }
}

function union(parts: readonly Shape[]): ReadonlySet<Kind> | null {
  const all = new Set<Kind>();
  for (const { kinds } of parts) {
    if (kinds === null) return null;
    for (const kind of kinds) all.add(kind);
  }
  return all;
}
