/** One rule for the secrets that an operator chooses: how hard they are to guess. */

import { anyFunction, anyText, objectOf } from "@bourse/kernel";

import { HttpError } from "../errors.ts";
import { anyShape, anyVariable } from "../part-shapes.ts";
import type { EnvironmentOf, EnvironmentShape } from "./read-environment.ts";
import { parsedVariable, secret, type Variable } from "./variables.ts";

/** Fewest bits of a secret, as `secretBits` counts them: what a network of computers cannot try out. */
export const MINIMUM_SECRET_BITS = 64;

/** A key of 16 to 512 printable characters without blanks under the rule of secrets. Default: none. Secret. */
export function keyVariable(): Variable<string | undefined> {
  return underSecretRule(
    secret(
      parsedVariable<string | undefined>(
        "a key of 16 to 512 characters without blanks",
        (text) => (isKey(text) ? text : undefined),
        undefined,
      ),
    ),
  );
}

/** Tells whether a text has the form of a key: 16 to 512 printable ASCII characters. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]{16,512}$/.test(text);
}

/** Puts a variable, a text or a list of texts, under the rule of secrets. @throws KernelError ARGUMENT_INVALID */
export function underSecretRule<T>(inner: Variable<T>): Variable<T> {
  anyVariable("inner", inner);
  return inner.meta({ ...inner.meta(), secretRule: true });
}

/**
 * Holds all secrets of the settings to one rule: at least 64 bits as {@link secretBits} counts them. In production a
 * weaker one is refused; elsewhere `warn` is called with a sentence for each.
 *
 * @throws KernelError ARGUMENT_INVALID; HttpError ENVIRONMENT_INVALID in production
 */
export function checkSecrets<Shape extends EnvironmentShape>(
  shape: Shape,
  config: EnvironmentOf<Shape> & { readonly NODE_ENV: string },
  warn: (sentence: string) => void,
): void {
  anyShape("shape", shape);
  objectOf({ NODE_ENV: anyText })("config", config);
  anyFunction("warn", warn);
  const weak = Object.entries(shape).filter(([name, variable]) => {
    if (variable.meta()?.["secretRule"] !== true) return false;
    const value = config[name as keyof Shape] as unknown;
    return [value].flat().some((text) => typeof text === "string" && isWeak(text));
  });
  const sentences = weak.map(
    ([name]) =>
      `${name}: expected a secret that nobody can guess, such as the output of "openssl rand -base64 32"`,
  );
  if (sentences.length === 0) return;
  if (config.NODE_ENV !== "production") {
    return sentences.forEach((sentence) => warn(`${sentence}; production refuses this one`));
  }
  const count =
    weak.length === 1 ? "1 environment variable" : `${weak.length} environment variables`;
  throw new HttpError("ENVIRONMENT_INVALID", `correct ${count}:\n  ${sentences.join("\n  ")}`, {
    details: {
      variables: weak.map(([name]) => ({ name, expected: "a secret of 64 bits", found: null })),
    },
  });
}

function isWeak(text: string): boolean {
  return secretBits(text) < MINIMUM_SECRET_BITS;
}

/** Words that stand for a secret in examples, and those of keyboards; each counts as one character. */
const WORDS =
  /passwor[dt]|secret|change|replace|default|example|sample|operator|metrics|audit|token|admin|root|user|apikey|key|test|your|here|please|bourse|backtest|curation|dashboard|node|auth|production|staging|dev|letmein|welcome|qwerty|qwertz|asdf|zxcv|demo|local|foo|bar|baz|me/gi;

/**
 * Estimates how many bits a secret has at most: its characters that do not follow from those before, times the bits of
 * a character of its alphabet. Repeated parts, what goes on with a run such as `abc` and `321`, and the words of
 * examples count as one character. Of texts of 128 random bits, fewer than one in 10⁷ counts below 64 bits.
 */
export function secretBits(text: string): number {
  const shortened = text.replace(WORDS, "*");
  return surprises(shortened) * Math.log2(alphabetOf(text));
}

/** Number of characters that neither go on with a run nor with an earlier part of the text. */
function surprises(text: string): number {
  const isStep = (at: number): boolean =>
    Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const isRun = isStep(at) && isStep(at - 1);
    const isRepeat = at >= 2 && text.lastIndexOf(text.slice(at - 2, at + 1), at - 3) >= 0;
    const isEcho = at >= 2 && text[at] === text[at - 2];
    if (!isRun && !isRepeat && !isEcho) count += 1;
  }
  return count;
}

function alphabetOf(text: string): number {
  if (/^[0-9]+$/.test(text)) return 10;
  if (/^([0-9a-f-]+|[0-9A-F-]+)$/.test(text)) return 16;
  const classes: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 8],
  ];
  return classes.reduce((sum, [form, size]) => sum + (form.test(text) ? size : 0), 0);
}
