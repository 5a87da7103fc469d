/** The list, the form of a new session or one of them, as the address has it. */

import { place } from "@bourse/ui";

import { NewSession } from "./new-session.tsx";
import { SessionList } from "./session-list.tsx";
import { SessionPage } from "./session-page.tsx";

export function SessionPages() {
  const [part] = place.value.rest;
  if (part === undefined) return <SessionList />;
  return part === "new" ? <NewSession /> : <SessionPage key={part} id={part} />;
}
