/** `Buffer` for pages: that of the package `buffer`, which lacks the encoding base64url. */

import { Buffer as Base } from "buffer/";

type Encoding = Parameters<typeof Base.from>[1];

/* oxlint-disable typescript/unbound-method -- both are called with their own `this`, or need none */
const from = Base.from as (...given: readonly unknown[]) => Base;
const spell = Base.prototype.toString as (...given: readonly unknown[]) => string;
/* oxlint-enable typescript/unbound-method */

Object.assign(Base, {
  // Its decoder of base64 takes both alphabets, with and without padding.
  from: (value: unknown, ...rest: unknown[]) =>
    typeof value === "string" && rest[0] === "base64url"
      ? from(value, "base64")
      : from(value, ...rest),
});

Base.prototype.toString = function toString(this: Base, encoding?: Encoding, ...rest: number[]) {
  if ((encoding as string) !== "base64url") return spell.call(this, encoding, ...rest);
  return spell
    .call(this, "base64", ...rest)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
};

export { Base as Buffer };
