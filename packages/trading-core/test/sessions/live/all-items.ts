/** All items of a list, page by page. */
export async function allItems<Item>(
  read: (page: {
    limit: number;
    cursor?: string;
  }) => Promise<{ items: readonly Item[]; next: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read({ limit: 1000, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
}
