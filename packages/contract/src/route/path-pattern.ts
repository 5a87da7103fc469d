/**
 * A path template as a regular expression, for routers that take one: it matches the whole path, case and slashes
 * included, with one named group for each parameter.
 *
 * A router tries every pattern of a method on every request. Most cannot match, which comparing text finds out at a
 * tenth of the cost of running the expression.
 */
export class PathPattern extends RegExp {
  /** Names of the parameters in their order. */
  readonly names: readonly string[];
  /** The text before the first parameter; of a literal path the whole. */
  readonly #prefix: string;
  /** The text after the last parameter. */
  readonly #suffix: string;
  /** True when the only parameter ends the path. */
  readonly #isTail: boolean;
  /** The same expression without this class around it, which runs faster. */
  readonly #template: RegExp;

  constructor(path: string) {
    const source = `^${path.split("/").map(segmentSource).join("/")}$`;
    super(source);
    const [prefix = "", ...rest] = path.split(/(?<=\/):\w+/);
    this.names = path.match(/(?<=\/:)\w+/g) ?? [];
    this.#prefix = prefix;
    this.#suffix = rest.at(-1) ?? "";
    this.#isTail = rest.length === 1 && this.#suffix === "";
    this.#template = new RegExp(source);
  }

  override exec(path: string): RegExpExecArray | null {
    if (this.names.length === 0) return path === this.#prefix ? this.#template.exec(path) : null;
    if (!path.startsWith(this.#prefix)) return null;
    if (this.#isTail) return tailMatch(path, this.names[0] ?? "", path.slice(this.#prefix.length));
    return path.endsWith(this.#suffix) ? this.#template.exec(path) : null;
  }
}

/** Match of a template with one parameter at its end, as its regular expression would return it. */
function tailMatch(path: string, name: string, value: string): RegExpExecArray | null {
  if (value === "" || value.includes("/")) return null;
  const match = [path, value] as unknown as RegExpExecArray;
  match.index = 0;
  match.input = path;
  match.groups = {};
  match.groups[name] = value;
  return match;
}

function segmentSource(segment: string): string {
  return segment.startsWith(":")
    ? `(?<${segment.slice(1)}>[^/]+)`
    : segment.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
