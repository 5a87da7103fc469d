/**
 * An immutable map sorted by text keys (by UTF-16 code unit): a B+tree whose changes share all untouched nodes.
 *
 * `set` and `delete` give a new map in O(log n) and leave the old one as it was, which is what snapshots and
 * rollbacks are made of. `rank` is O(log n) too, since every node knows its size.
 */

/** Fewest and most entries of a node, but for the root. */
const MAX_WIDTH = 64;
const MIN_WIDTH = 16;

interface Leaf<V> {
  readonly children: null;
  readonly keys: readonly string[];
  readonly values: readonly V[];
  readonly size: number;
}

interface Branch<V> {
  /** `keys[i]` is at most every key below `children[i]` and above every one below `children[i - 1]`. */
  readonly keys: readonly string[];
  readonly children: readonly Node<V>[];
  readonly size: number;
}

type Node<V> = Leaf<V> | Branch<V>;

/** See the module's comment. Array reads below are in bounds by construction, hence the `!`. */
export class OrderedMap<V> {
  readonly #root: Node<V>;

  private constructor(root: Node<V>) {
    this.#root = root;
  }

  static empty<V>(): OrderedMap<V> {
    return new OrderedMap<V>(leaf([], []));
  }

  /** Builds a map from entries in strictly ascending order of keys, in O(n). */
  static fromSorted<V>(keys: readonly string[], values: readonly V[]): OrderedMap<V> {
    let level: Node<V>[] = [];
    for (const [from, to] of portions(keys.length)) {
      level.push(leaf(keys.slice(from, to), values.slice(from, to)));
    }
    while (level.length > 1) {
      const children = level;
      level = portions(children.length).map(([from, to]) => branch(children.slice(from, to)));
    }
    return new OrderedMap<V>(level[0] ?? leaf([], []));
  }

  get size(): number {
    return this.#root.size;
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (node.children !== null) node = node.children[childOf(node.keys, key)]!;
    const at = lowerBound(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  /** A map in which `key` holds `value`. */
  set(key: string, value: V): OrderedMap<V> {
    const nodes = setIn(this.#root, key, value);
    return new OrderedMap(nodes.length === 1 ? nodes[0]! : branch(nodes));
  }

  /** A map without `key`; this one when it has no such key. */
  delete(key: string): OrderedMap<V> {
    let root = deleteIn(this.#root, key);
    if (root === this.#root) return this;
    while (root.children?.length === 1) root = root.children[0]!;
    return new OrderedMap(root.children?.length === 0 ? leaf<V>([], []) : root);
  }

  /** Number of keys below `key`. */
  rank(key: string): number {
    let node = this.#root;
    let below = 0;
    while (node.children !== null) {
      const at = childOf(node.keys, key);
      for (let i = 0; i < at; i += 1) below += node.children[i]!.size;
      node = node.children[at]!;
    }
    return below + lowerBound(node.keys, key);
  }

  /** Returns at most `limit` values of the keys `from ≤ key < to`, ascending or from the top. O(log n + found). */
  slice(from: string, to: string, order: "asc" | "desc", limit: number): V[] {
    const found: V[] = [];
    if (order === "asc") ascend(this.#root, from, to, limit, found);
    else descend(this.#root, from, to, limit, found);
    return found;
  }

  /** Every value, ascending. */
  values(): V[] {
    const found: V[] = [];
    everything(this.#root, found);
    return found;
  }
}

function leaf<V>(keys: readonly string[], values: readonly V[]): Leaf<V> {
  return { children: null, keys, values, size: keys.length };
}

function branch<V>(children: readonly Node<V>[]): Branch<V> {
  let size = 0;
  for (const child of children) size += child.size;
  return { keys: children.map((child) => child.keys[0]!), children, size };
}

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the child that holds `key`, if any does. */
function childOf(keys: readonly string[], key: string): number {
  const at = lowerBound(keys, key);
  return keys[at] === key ? at : Math.max(0, at - 1);
}

function setIn<V>(node: Node<V>, key: string, value: V): readonly Node<V>[] {
  if (node.children !== null) {
    const at = childOf(node.keys, key);
    const changed = setIn(node.children[at]!, key, value);
    return splitBranch(node.children.toSpliced(at, 1, ...changed));
  }
  const at = lowerBound(node.keys, key);
  if (node.keys[at] === key) return [leaf(node.keys, node.values.with(at, value))];
  return splitLeaf(node.keys.toSpliced(at, 0, key), node.values.toSpliced(at, 0, value));
}

function deleteIn<V>(node: Node<V>, key: string): Node<V> {
  if (node.children !== null) {
    const at = childOf(node.keys, key);
    const changed = deleteIn(node.children[at]!, key);
    return changed === node.children[at] ? node : branch(refill(node.children, at, changed));
  }
  const at = lowerBound(node.keys, key);
  if (node.keys[at] !== key) return node;
  return leaf(node.keys.toSpliced(at, 1), node.values.toSpliced(at, 1));
}

/** `children` with `changed` at `at`, joined with a neighbour when it has become too thin. */
function refill<V>(children: readonly Node<V>[], at: number, changed: Node<V>): readonly Node<V>[] {
  if (changed.keys.length >= MIN_WIDTH || children.length === 1) return children.with(at, changed);
  const first = at === 0 ? 0 : at - 1;
  const left = at === 0 ? changed : children[first]!;
  const right = at === 0 ? children[1]! : changed;
  return children.toSpliced(first, 2, ...join(left, right));
}

function join<V>(left: Node<V>, right: Node<V>): readonly Node<V>[] {
  if (left.children === null && right.children === null) {
    return splitLeaf([...left.keys, ...right.keys], [...left.values, ...right.values]);
  }
  return splitBranch([...(left.children ?? []), ...(right.children ?? [])]);
}

function splitLeaf<V>(keys: readonly string[], values: readonly V[]): readonly Leaf<V>[] {
  if (keys.length <= MAX_WIDTH) return [leaf(keys, values)];
  const half = keys.length >>> 1;
  return [
    leaf(keys.slice(0, half), values.slice(0, half)),
    leaf(keys.slice(half), values.slice(half)),
  ];
}

function splitBranch<V>(children: readonly Node<V>[]): readonly Branch<V>[] {
  if (children.length <= MAX_WIDTH) return [branch(children)];
  const half = children.length >>> 1;
  return [branch(children.slice(0, half)), branch(children.slice(half))];
}

function ascend<V>(node: Node<V>, from: string, to: string, limit: number, found: V[]): void {
  if (node.children === null) {
    for (
      let i = lowerBound(node.keys, from);
      i < node.keys.length && found.length < limit;
      i += 1
    ) {
      if (node.keys[i]! >= to) return;
      found.push(node.values[i]!);
    }
    return;
  }
  for (let i = childOf(node.keys, from); i < node.keys.length && found.length < limit; i += 1) {
    if (node.keys[i]! >= to && i > 0) return;
    ascend(node.children[i]!, from, to, limit, found);
  }
}

function descend<V>(node: Node<V>, from: string, to: string, limit: number, found: V[]): void {
  if (node.children === null) {
    for (let i = lowerBound(node.keys, to) - 1; i >= 0 && found.length < limit; i -= 1) {
      if (node.keys[i]! < from) return;
      found.push(node.values[i]!);
    }
    return;
  }
  const lowest = childOf(node.keys, from);
  for (let i = childOf(node.keys, to); i >= lowest && found.length < limit; i -= 1) {
    descend(node.children[i]!, from, to, limit, found);
  }
}

function everything<V>(node: Node<V>, found: V[]): void {
  if (node.children === null) for (const value of node.values) found.push(value);
  else for (const child of node.children) everything(child, found);
}

/** `length` cut into even runs of three quarters of a node at most, so that the next changes find room. */
function portions(length: number): readonly (readonly [number, number])[] {
  const count = Math.ceil(length / ((MAX_WIDTH * 3) / 4));
  return Array.from({ length: count }, (_, i) => [
    Math.floor((i * length) / count),
    Math.floor(((i + 1) * length) / count),
  ]);
}
