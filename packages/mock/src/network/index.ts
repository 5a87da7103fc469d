export { mockNetwork, type MockNetwork, type MockNetworkOptions } from "./mock-network.ts";
