/** Trading sessions: `#/sessions` is the list, `/new` the form, `/<id>` one of them. Their code is read when shown. */

import { Later, place } from "@bourse/ui";

export function Sessions() {
  return <Later title="Sessions" load={loadPages} />;
}

export function sessionsHeading(): string {
  const [part] = place.value.rest;
  if (part === undefined) return "Sessions";
  return part === "new" ? "New session" : "Session";
}

const loadPages = async () => (await import("./sessions/session-pages.tsx")).SessionPages;
