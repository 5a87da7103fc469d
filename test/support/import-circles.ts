/** Finds circles in the imports between the modules of a package, imports of types included. */
import { join } from "node:path";

import { importsOf, sources } from "./workspace.ts";

/** Each circle as the sorted paths of the modules that reach each other; none is the goal. */
export function importCircles(folder: string): string[][] {
  const edges = importsWithin(folder);
  return components(edges).filter(
    ([first = "", ...others]) => others.length > 0 || edges.get(first)?.includes(first),
  );
}

/**
 * Sets of folders that import each other, where there is no floor that one of them stands on. A folder is a direct
 * child of `src`; a file beside the folders counts as one, but the entry point, which imports all.
 */
export function folderCircles(folder: string): string[][] {
  const source = `${folder}/src/`;
  const roomOf = (file: string): string => file.slice(source.length).split("/")[0] ?? "";
  const edges = new Map<string, string[]>();
  for (const [file, targets] of importsWithin(folder)) {
    const room = roomOf(file);
    if (room === "index.ts") continue;
    const others = targets.map(roomOf).filter((other) => other !== room && other !== "index.ts");
    edges.set(room, [...new Set([...(edges.get(room) ?? []), ...others])]);
  }
  return components(edges).filter((rooms) => rooms.length > 1);
}

/** The files that each source file of a package imports from it. */
function importsWithin(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = new Set(sources(`${folder}/src`));
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const targets = importsOf(file)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => join(file, "..", specifier))
      .filter((target) => files.has(target));
    edges.set(file, targets);
  }
  return edges;
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
