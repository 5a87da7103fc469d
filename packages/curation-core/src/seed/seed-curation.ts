/** A small world for demos and screenshots: an author, a curator, and drafts and markets in every state. */

import { hasCode } from "@bourse/kernel";

import type { Actor, Role } from "../actor.ts";
import type { CurationCore } from "../curation-core.ts";
import type { DraftData } from "../drafts/draft-data.ts";
import { EXAMPLE_DRAFTS, type ExampleDraft, type Fate } from "./example-drafts.ts";

export interface Seeded {
  /** 0 when the seed was here before: then nothing is added. */
  readonly drafts: number;
  readonly markets: number;
}

const DAY = 86_400_000;

/**
 * Made through the core's own calls, so every rule and row of the trail holds. `now` is the core's time in milliseconds
 * UTC (default the system's).
 *
 * @throws CurationError where the core needs proofs of wallets
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
  /** Acts by itself, and is no account. */
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

/** Whether it became a market, as a number. */
async function play(
  core: CurationCore,
  { author, curator, operator }: People,
  { fate, deadlineDays, data }: ExampleDraft,
  now: number,
): Promise<number> {
  const { id } = await core.drafts.create(author, {
    draftData: dated(data, fate, deadlineDays, now),
    submit: fate !== "draft",
  });
  if (fate === "withdrawn") await core.drafts.withdraw(author, id);
  if (fate === "in_review") await core.review.claim(curator, id);
  if (fate === "rejected") {
    await core.review.reject(curator, id, { reason: "Nobody could say when this has happened." });
  }
  if (fate === "changes_requested") {
    await core.review.requestChanges(curator, id, {
      requestedChanges: { questionText: "Say which quarter, and compared with what." },
      curatorNotes: "A good idea that needs a date.",
    });
  }
  if (!MARKET_FATES.includes(fate)) return 0;
  const { marketId } = await core.review.approve(curator, id, { curatorNotes: "Clear enough." });
  await bring(core, author, operator, marketId ?? "", fate);
  return 1;
}

const MARKET_FATES: readonly Fate[] = [
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
  fate: Fate,
): Promise<void> {
  if (fate === "active" || fate === "pending_launch") return;
  const { outcomes } = await core.markets.lock(operator, id);
  if (fate === "invalid") await core.markets.invalidate(operator, id, "The event was called off.");
  if (fate !== "resolved" && fate !== "disputed") return;
  await core.markets.resolve(operator, id, {
    outcomeId: outcomes[0]?.id ?? "",
    evidenceUrl: "https://www.example.com/evidence",
  });
  if (fate === "disputed") {
    await core.markets.dispute(author, id, "The first report was corrected the next day.");
  }
}

function dated(data: DraftData, fate: Fate, deadlineDays: number, now: number): DraftData {
  const at = (days: number): number => now + days * DAY;
  const open = fate === "pending_launch" ? { openAt: at(7) } : {};
  return { ...data, ...open, resolutionDeadline: at(deadlineDays) };
}
