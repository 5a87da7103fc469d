/** Sign-ins under way, as they are stored: of state and code only digests. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { OpenIdProof } from "./openid-client.ts";

/** A stored sign-in. All times in milliseconds since the Unix epoch (UTC). */
export interface OpenIdFlowDocument extends Entity {
  /** SHA-256, base64url: of the state while the browser is at the provider, then of the code that the page redeems. */
  readonly id: string;
  /** Name of the provider. */
  readonly provider: string;
  /** SHA-256 of the verifier that the page keeps, base64url. */
  readonly challenge: string;
  /** The person that was proved; null while the browser is at the provider. */
  readonly proof: OpenIdProof | null;
  /** Time from which neither state nor code is accepted. */
  readonly expiresAt: number;
}

/** Collection of sign-ins under way; part of the collections that the store of a core is opened with. */
export const openIdFlows: Collection<OpenIdFlowDocument, "by_end"> =
  defineCollection<OpenIdFlowDocument>()({
    name: "openid_flows",
    indexes: { by_end: { fields: ["expiresAt"] } },
  });
