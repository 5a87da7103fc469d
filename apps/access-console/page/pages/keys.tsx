/** API keys: the list, a new one, one of them. The address says which: `#/keys`, `#/keys/new`, `#/keys/ID`. */

import { place } from "@bourse/ui";

import { KeyDetail, shownKey } from "./keys/key-detail.tsx";
import { KeyList } from "./keys/key-list.tsx";
import { NewKey } from "./keys/new-key.tsx";

export function Keys() {
  const [id] = place.value.rest;
  if (id === undefined) return <KeyList />;
  return id === "new" ? <NewKey /> : <KeyDetail key={id} id={id} />;
}

export function keysHeading(): string {
  const [id] = place.value.rest;
  if (id === undefined) return "API keys";
  return id === "new" ? "New API key" : (shownKey.value?.name ?? "API key");
}
