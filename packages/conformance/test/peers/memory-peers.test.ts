import { peerNetworkConformance } from "@bourse/conformance/peers";
import { createMemoryHub, createMemoryPeers } from "@bourse/node-core";
import { test } from "vitest";

const hub = createMemoryHub();

peerNetworkConformance({ test, create: (options) => createMemoryPeers(hub, options) });
