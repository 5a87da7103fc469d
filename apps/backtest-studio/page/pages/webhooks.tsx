/** Webhooks of the key; their code is fetched when they are shown. */

import { Later } from "@bourse/ui";

export function Webhooks() {
  return <Later title="Webhooks" load={loadPages} />;
}

const loadPages = async () => (await import("./webhooks/key-webhooks.tsx")).KeyWebhooks;
