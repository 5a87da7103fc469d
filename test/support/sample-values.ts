/** A valid value of a type: by its name where a maker knows it, else put together from its parts. */
import type { Field, Shape } from "./type-shapes.ts";

/** Makes a valid value; by the name of a type, or of a field or parameter as `.masterKey`. */
export type Makers = Readonly<Record<string, () => unknown>>;

/** A valid value of a field or parameter. */
export function sampleOf(makers: Makers, field: Field, depth = 0): unknown {
  const { name, shape } = field;
  const make = makers[`.${name}`] ?? makerOf(makers, shape);
  if (make !== undefined) return make();
  if (depth > 6) throw new Error(`${name}: the type ${shape.text} needs a maker`);
  return partsOf(makers, field, depth + 1);
}

function makerOf(makers: Makers, { name, text }: Shape): (() => unknown) | undefined {
  const key = [name, text].find((one) => Object.hasOwn(makers, one));
  return key === undefined ? undefined : makers[key];
}

function partsOf(makers: Makers, { name, isOptional, shape }: Field, depth: number): unknown {
  const { kinds, literal, parts, item } = shape;
  if (literal !== undefined) return literal.value;
  if (parts.length > 1) {
    if (isOptional && kinds?.has("undefined") === true) return undefined;
    const part = parts.find((one) => !one.kinds?.has("undefined") && !one.kinds?.has("null"));
    return part && sampleOf(makers, { name, isOptional: false, shape: part }, depth);
  }
  const [kind] = kinds ?? [];
  if (kind === "list") {
    return item === undefined
      ? []
      : [sampleOf(makers, { name: `${name}[]`, isOptional: false, shape: item }, depth)];
  }
  if (kind !== "object") return PLAIN[kind ?? "undefined"];
  const fields = shape.fields.filter((one) => !one.isOptional);
  if (fields.length === 0 && item !== undefined) {
    return {
      sample: sampleOf(makers, { name: `${name}{}`, isOptional: false, shape: item }, depth),
    };
  }
  return Object.fromEntries(fields.map((one) => [one.name, sampleOf(makers, one, depth)]));
}

const PLAIN = {
  undefined: undefined,
  null: null,
  number: 5,
  string: "text",
  boolean: true,
  bigint: 5n,
  symbol: Symbol("sample"),
  function: (): undefined => undefined,
};
