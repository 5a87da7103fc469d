/** State of each component of the node. */
export interface Components {
  /** `connected` while the chain has answered within the last 10 s. */
  readonly blockchain: "connected" | "disconnected";
  /** `running` while the peer network is started. */
  readonly peerNetwork: "running" | "stopped";
  /** `locked` while the keys are not available. */
  readonly encryption: "initialized" | "locked";
}

/**
 * Overall health. `healthy`: all components are up. `degraded`: the chain or the peer network is down. `unhealthy`: the
 * keys are locked, or the store cannot be written.
 */
export type HealthStatus = "healthy" | "degraded" | "unhealthy";
