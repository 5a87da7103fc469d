/** Sets a key of a map that keeps its latest `most` keys, in the order in which they were set. */
export function keepLatest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!); // it holds `most` keys at least
}
