/** The beginning of a list that is read page by page: at most `count` items. */
export async function firstOf<Item>(count: number, items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  if (count === 0) return found;
  for await (const item of items) {
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}
