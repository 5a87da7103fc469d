/** The pages of the node in the frame that all servers' pages share. */

import { Badge, lostSince, reachesOne, Shell, webhooksHeading, type Page } from "@bourse/ui";

import { locked } from "./model/api.ts";
import { connection } from "./model/live.ts";
import { health } from "./model/node-state.ts";
import { Compliance } from "./pages/compliance.tsx";
import { Data } from "./pages/data.tsx";
import { Events } from "./pages/events.tsx";
import { Network } from "./pages/network.tsx";
import { Overview } from "./pages/overview.tsx";
import { Tokens } from "./pages/tokens.tsx";
import { Webhooks } from "./pages/webhooks.tsx";
import { SignIn } from "./parts/sign-in.tsx";

const PAGES: readonly Page[] = [
  { name: "overview", title: "Overview", key: "o", content: Overview },
  { name: "tokens", title: "Tokens", key: "t", content: Tokens },
  { name: "data", title: "Data", key: "d", content: Data },
  { name: "compliance", title: "Compliance", key: "c", content: Compliance },
  { name: "network", title: "Network", key: "n", content: Network },
  { name: "events", title: "Events", key: "e", content: Events },
  {
    name: "webhooks",
    title: "Webhooks",
    key: "w",
    content: Webhooks,
    heading: webhooksHeading,
    reaches: reachesOne,
  },
];

export function App() {
  return (
    <Shell
      brand="Bourse node"
      service="node"
      pages={PAGES}
      aside={<State />}
      instead={locked.value ? <SignIn /> : undefined}
    />
  );
}

function State() {
  const isLost = lostSince.value !== undefined;
  const known = health.value.value;
  return (
    <div class="state" role="status">
      {!isLost && known && <Badge state={known.status} />}
      {isLost && <Badge state="unreachable" />}
      {!isLost && connection.value !== "connected" && <Badge state={connection.value} />}
    </div>
  );
}
