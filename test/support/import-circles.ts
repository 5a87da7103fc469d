/** Finds circles in the imports between the modules of a package, imports of types included. */
import { join } from "node:path";

import { importsOf, sources } from "./workspace.ts";

/** Each circle as the sorted paths of the modules that reach each other; none is the goal. */
export function importCircles(folder: string): string[][] {
  const files = new Set(sources(`${folder}/src`));
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const targets = importsOf(file)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => join(file, "..", specifier))
      .filter((target) => files.has(target));
    edges.set(file, targets);
  }
  return components(edges).filter(
    ([first = "", ...others]) => others.length > 0 || edges.get(first)?.includes(first),
  );
}

/** Strongly connected components by Tarjan's algorithm. */
function components(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    let low = index;
    open.push(node);
    for (const target of edges.get(node) ?? []) {
      const reached = !order.has(target)
        ? visit(target)
        : open.includes(target)
          ? (lowest.get(target) ?? order.get(target) ?? index)
          : index;
      low = Math.min(low, reached);
      lowest.set(node, low);
    }
    if (low === index) found.push(open.splice(open.indexOf(node)).toSorted());
    return low;
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
