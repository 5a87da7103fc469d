import { test } from "vitest";

import { createMemoryHub, createMemoryPeers } from "../../src/index.ts";
import { peerNetworkConformance } from "../../src/peers/conformance/index.ts";

const hub = createMemoryHub();

peerNetworkConformance({ test, create: (options) => createMemoryPeers(hub, options) });
