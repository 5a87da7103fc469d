/** Example data for demos: an author, a curator, and drafts and markets in every state. */

import { hasCode } from "@bourse/kernel";

import type { Actor, Role } from "../actor.ts";
import type { CurationCore } from "../curation-core.ts";
import type { DraftData } from "../specification/draft-data.ts";
import { EXAMPLE_DRAFTS, type ExampleDraft, type TargetState } from "./example-drafts.ts";

/** Number of examples that were added. */
export interface Seeded {
  /** Number of drafts; 0 when the store already had the examples. */
  readonly drafts: number;
  /** Number of drafts that became markets. */
  readonly markets: number;
}

const DAY = 86_400_000;

/**
 * Adds example drafts and markets through the core's own calls, once for each store. `now` is the core's time in
 * milliseconds since the epoch. Default: the system's time.
 *
 * @throws CurationError WALLET_PROOF_REQUIRED when the core requires wallet proofs
 */
export async function seedCuration(
  core: CurationCore,
  options: { readonly now?: number } = {},
): Promise<Seeded> {
  const now = options.now ?? Date.now();
  const people = await join(core).catch((error: unknown) => {
    if (hasCode(error, "USERNAME_TAKEN", "WALLET_TAKEN")) return undefined;
    throw error;
  });
  if (people === undefined) return { drafts: 0, markets: 0 };
  let markets = 0;
  for (const example of EXAMPLE_DRAFTS) markets += await play(core, people, example, now);
  return { drafts: EXAMPLE_DRAFTS.length, markets };
}

interface People {
  readonly author: Actor;
  readonly curator: Actor;
  /** The seeding program itself, which has no login. */
  readonly operator: Actor;
}

async function join(core: CurationCore): Promise<People> {
  const register = async (username: string, digit: string, roles: Role[]): Promise<Actor> => {
    const walletAddress = `0x${digit.repeat(40)}`;
    const { user } = await core.accounts.register({ walletAddress, username });
    return { id: user.id, username, walletAddress: user.walletAddress, roles, sessionId: null };
  };
  const author = await register("example-author", "1", []);
  const curator = await register("example-curator", "2", ["curator"]);
  const operator: Actor = { ...curator, username: "seed", roles: ["admin"] };
  await core.users.setRoles(operator, curator.id, ["curator"]);
  return { author, curator, operator };
}

/** Creates one example and returns the number of markets made of it. */
async function play(
  core: CurationCore,
  { author, curator, operator }: People,
  { target, deadlineDays, data }: ExampleDraft,
  now: number,
): Promise<number> {
  const { id } = await core.drafts.create(author, {
    draftData: dated(data, target, deadlineDays, now),
    submit: target !== "draft",
  });
  if (target === "withdrawn") await core.drafts.withdraw(author, id);
  if (target === "in_review") await core.review.claim(curator, id);
  if (target === "rejected") {
    await core.review.reject(curator, id, { reason: "Nobody could say when this has happened." });
  }
  if (target === "changes_requested") {
    await core.review.requestChanges(curator, id, {
      requestedChanges: { questionText: "Say which quarter, and compared with what." },
      curatorNotes: "A good idea that needs a date.",
    });
  }
  if (!MARKET_TARGETS.includes(target)) return 0;
  const { marketId } = await core.review.approve(curator, id, { curatorNotes: "Clear enough." });
  await bring(core, author, operator, marketId ?? "", target);
  return 1;
}

const MARKET_TARGETS: readonly TargetState[] = [
  "active",
  "pending_launch",
  "locked",
  "resolved",
  "disputed",
  "invalid",
];

async function bring(
  core: CurationCore,
  author: Actor,
  operator: Actor,
  id: string,
  target: TargetState,
): Promise<void> {
  if (target === "active" || target === "pending_launch") return;
  const { outcomes } = await core.markets.lock(operator, id);
  if (target === "invalid")
    await core.markets.invalidate(operator, id, "The event was called off.");
  if (target !== "resolved" && target !== "disputed") return;
  await core.markets.resolve(operator, id, {
    outcomeId: outcomes[0]?.id ?? "",
    evidenceUrl: "https://www.example.com/evidence",
  });
  if (target === "disputed") {
    await core.markets.dispute(author, id, "The first report was corrected the next day.");
  }
}

function dated(data: DraftData, target: TargetState, deadlineDays: number, now: number): DraftData {
  const at = (days: number): number => now + days * DAY;
  const open = target === "pending_launch" ? { openAt: at(7) } : {};
  return { ...data, ...open, resolutionDeadline: at(deadlineDays) };
}
