/** The parts that the acts on markets share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import type { Ledger } from "../ledger/ledger.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import type { MarketIndex } from "./market-index.ts";
import type { FourEyes } from "./second-person.ts";

/** The parts that markets are built from. */
export interface MarketsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly index: MarketIndex;
  readonly verifier: Pick<WalletVerifier, "parse">;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Maximum number of resolutions of one market. */
  readonly resolutionRounds: number;
  /** Resolution of the markets of own drafts. */
  readonly fourEyes: FourEyes;
}
