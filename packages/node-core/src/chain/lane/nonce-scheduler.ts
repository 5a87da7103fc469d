/**
 * One step of the lane: read the chain, record what has changed, fill nonce gaps, sign queued transactions, send signed
 * ones.
 *
 * Every part reads the journal and leaves it consistent, so a step may end anywhere and the next one continues.
 */
import { isNodeError, NodeError } from "../../errors.ts";
import { planAllowances } from "./allowances.ts";
import { broadcast, isDue, isHasty, unanswered } from "./broadcast.ts";
import { readChain, type ChainSnapshot } from "./chain-snapshot.ts";
import { findGone } from "./find-gone.ts";
import { withProof } from "./find-proof.ts";
import { follow } from "./follow.ts";
import { fundsReason } from "./funds-reason.ts";
import { comparing, tooDear, UNPAYABLE } from "./held-causes.ts";
import { replaced, type LaneJournal, type Move, type Stored } from "./lane-journal.ts";
import type { LaneSettings } from "./lane-options.ts";
import { laneTransactions, refused, type LaneTransaction } from "./lane-transaction.ts";
import { LeastTip } from "./least-tip.ts";
import { LostFinals } from "./lost-finals.ts";
import { measureReceived } from "./measure-received.ts";
import { NonceGaps } from "./nonce-gaps.ts";
import { replacement } from "./replace.ts";
import { RestoreGuard } from "./restore-guard.ts";
import { firstVersion, nextVersion, reserved, type SigningTerms } from "./sign.ts";
import { simulate, type Trial } from "./simulate.ts";

/** Number of transactions that are simulated, signed and sent together. */
const CHUNK = 50;

const GWEI = 1_000_000_000n;

/** Simulation results by transaction id. */
type Trials = ReadonlyMap<string, Trial>;

/** Gives out nonces and moves transactions through their states, one step at a time. */
export class NonceScheduler {
  readonly #options: LaneSettings;
  readonly #lane: string;
  readonly #journal: LaneJournal;
  readonly #onMoves: (moved: readonly Stored[]) => void;
  readonly #maximumFeePerGas: bigint;
  readonly #leastTip: LeastTip;
  #lock: Promise<unknown> = Promise.resolve();
  readonly #guard: RestoreGuard;
  readonly #gaps: NonceGaps;
  /** Final transactions whose block the chain has replaced. */
  readonly lost: LostFinals;
  #chain: ChainSnapshot | undefined;
  #held: string | null = null;

  constructor(
    options: LaneSettings,
    lane: string,
    journal: LaneJournal,
    onMoves: (moved: readonly Stored[]) => void,
  ) {
    this.#options = options;
    this.#lane = lane;
    this.#journal = journal;
    this.#onMoves = onMoves;
    this.#maximumFeePerGas = BigInt(options.maximumFeeGwei) * GWEI;
    this.#leastTip = new LeastTip(BigInt(options.minimumTipGwei) * GWEI);
    this.#guard = new RestoreGuard(options, lane, journal);
    this.#gaps = new NonceGaps(options, lane, journal);
    this.lost = new LostFinals(options, journal);
  }

  /** The chain's newest answer, and the cause for which nothing is signed now. */
  get view(): {
    readonly chain: ChainSnapshot | undefined;
    readonly held: string | null;
    readonly isCompared: boolean;
  } {
    return { chain: this.#chain, held: this.#held, isCompared: this.#guard.isCompared };
  }

  /** Updates what depends on the journal after a change of it by others. */
  async reload(): Promise<void> {
    await this.#guard.reload();
  }

  /** Runs `work` while no transaction is being signed. */
  undisturbed<R>(work: () => Promise<R>): Promise<R> {
    const result = this.#lock.then(work);
    this.#lock = result.catch(() => undefined);
    return result;
  }

  /**
   * moved: something was sent or has come further, look again at once; waiting: for the chain; idle: nothing is open.
   * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH, CHAIN_REJECTED; StoreError
   */
  async step(signal: AbortSignal): Promise<"moved" | "waiting" | "idle"> {
    if (!this.#guard.isChecked) {
      const parked = await this.#guard.check(await this.#read([], signal));
      if (parked.length > 0) this.#onMoves(parked);
    }
    if (!this.#guard.isComparing) await this.#commit(await this.lost.find(signal));
    const open = await this.#journal.open();
    if (open.length === 0 && !this.#guard.isComparing) return this.lost.isDue ? "waiting" : "idle";
    const values = open.map(({ value }) => value);
    const queued = open.filter(({ value }) => value.nonce === null && value.state === "queued");
    const [chain, trials] = await Promise.all([
      this.#read(values, signal),
      this.#tryFirst(queued, signal),
    ]);
    this.#chain = chain;
    if (this.#guard.isComparing || (await this.#guard.notice(chain))) {
      const found = await this.#guard.compare(chain, signal);
      if (found.length > 0) this.#onMoves(found);
      if (!this.#guard.isComparing) return "moved";
    }
    let flight: readonly Stored[] = open.filter(({ value }) => value.nonce !== null);
    const before = flight;
    flight = await this.#follow(flight, chain, signal);
    const settled = flight.some((stored, index) => stored !== before[index]);
    flight = await this.#fillGaps(
      flight.filter(({ value }) => value.open && value.nonce !== null),
      chain,
    );
    flight = await this.#replace(flight, chain);
    const resent = await this.#send(flight, signal);
    const signed = await this.#signAndSend(queued, resent.flight, chain, trials, signal);
    return settled || resent.sent || signed ? "moved" : "waiting";
  }

  #read(open: readonly LaneTransaction[], signal: AbortSignal): Promise<ChainSnapshot> {
    const { clock, rpc, signer } = this.#options;
    return readChain(rpc, signer.address, open, signal, this.#leastTip.at(clock.now()));
  }

  async #follow(
    flight: readonly Stored[],
    chain: ChainSnapshot,
    signal: AbortSignal,
  ): Promise<Stored[]> {
    const { clock, confirmations, stuckAfterMilliseconds } = this.#options;
    const rules = { confirmations, foreignAfterMilliseconds: stuckAfterMilliseconds };
    const moves: Move[] = [];
    for (const from of flight) {
      const to = follow(from.value, chain, clock.now(), rules);
      if (to === from.value) continue;
      const { goneSince, nonce } = from.value;
      if (to.state !== "refused" || goneSince === null || nonce === null) {
        moves.push({ from, to });
        continue;
      }
      const gone = await findGone(this.#options, { ...from.value, nonce }, chain, signal);
      if (gone.foreign !== undefined) await this.#guard.learn(gone.foreign);
      moves.push({ from, to: gone.to });
    }
    const told = await this.#measure(flight, await this.#lookForProofs(moves, signal), signal);
    return replaced(flight, told, await this.#commit(told));
  }

  async #lookForProofs(moves: readonly Move[], signal: AbortSignal): Promise<readonly Move[]> {
    const told: Move[] = [];
    for (const move of moves) {
      const to = await withProof(this.#options.rpc, move.from.value, move.to, signal);
      if (to !== move.from.value) told.push({ from: move.from, to });
    }
    return told;
  }

  /** Adds what has arrived to the transfers that have come into a block. */
  async #measure(
    flight: readonly Stored[],
    moves: readonly Move[],
    signal: AbortSignal,
  ): Promise<readonly Move[]> {
    const before = new Map(moves.map(({ from, to }) => [to, from.value.blockHash]));
    const after = new Map(moves.map(({ from, to }) => [from, to]));
    const mined = flight.map((stored) => after.get(stored) ?? stored.value);
    const isNew = (one: LaneTransaction): boolean =>
      before.has(one) && before.get(one) !== one.blockHash;
    const received = await measureReceived(this.#options.rpc, mined, isNew, signal);
    return moves.map(({ from, to }) => ({
      from,
      to: { ...to, received: received.get(to.id) ?? to.received },
    }));
  }

  async #fillGaps(flight: readonly Stored[], chain: ChainSnapshot): Promise<readonly Stored[]> {
    const terms = (gasLimit: bigint): SigningTerms => this.#terms(chain, gasLimit);
    const moves = await this.#gaps.fill(flight, chain, this.#guard, terms);
    return [...(await this.#commit(moves)), ...flight];
  }

  async #replace(flight: readonly Stored[], chain: ChainSnapshot): Promise<Stored[]> {
    const { chainId, clock, signer, stuckAfterMilliseconds } = this.#options;
    const rules = { stuckAfterMilliseconds, maximumFeePerGas: this.#maximumFeePerGas };
    const moves: Move[] = [];
    for (const from of flight) {
      const { nonce } = from.value;
      const now = clock.now();
      const next = replacement(from.value, chain, now, rules);
      if (next === undefined || nonce === null) continue;
      const { fees, gasLimit, cancels } = next;
      const terms = { chainId, fees, gasLimit, isLegacy: chain.isLegacy, now };
      moves.push({ from, to: await nextVersion(signer, from.value, nonce, terms, cancels) });
    }
    return replaced(flight, moves, await this.#commit(moves));
  }

  async #send(
    flight: readonly Stored[],
    signal: AbortSignal,
  ): Promise<{ readonly flight: readonly Stored[]; readonly sent: boolean }> {
    const { clock, rebroadcastMilliseconds, rpc } = this.#options;
    const due = flight
      .filter(({ value }) => isDue(value, clock.now(), rebroadcastMilliseconds))
      .toSorted((one, other) => (one.value.nonce ?? 0) - (other.value.nonce ?? 0));
    if (due.length === 0) return { flight, sent: false };
    const values = due.map(({ value }) => value);
    let failure: NodeError | undefined;
    const results = await broadcast(rpc, values, () => clock.now(), signal).catch(
      (error: unknown) => {
        if (!isNodeError(error, "CHAIN_UNAVAILABLE")) throw error;
        failure = error;
        return values.map((value) => unanswered(value, error.message));
      },
    );
    const moves = due.flatMap((from, index): Move[] => {
      const to = results[index];
      if (to === undefined || to === from.value) return [];
      this.#leastTip.learn(from.value, to, clock.now());
      return [{ from, to }];
    });
    const stored = await this.#commit(moves);
    if (failure !== undefined) throw failure;
    const sent = moves.some(({ from, to }) => from.value.state !== to.state || isHasty(to));
    return { flight: replaced(flight, moves, stored), sent };
  }

  async #signAndSend(
    queued: readonly Stored[],
    flight: readonly Stored[],
    chain: ChainSnapshot,
    trials: Trials,
    signal: AbortSignal,
  ): Promise<boolean> {
    this.#held = this.#causeToHold(chain);
    if (queued.length === 0 || this.#held !== null) return false;
    const { inFlightLimit, rpc, signer } = this.#options;
    const open = [...flight, ...queued];
    const plan = await planAllowances(rpc, signer.address, this.#lane, queued, open, signal);
    const allowed = await this.#allow(plan.allow);
    const hopeless = plan.hopeless.map(({ stored: from, reason }) => ({
      from,
      to: refused(from.value, reason),
    }));
    await this.#commit(hopeless);
    let moved = allowed || hopeless.length > 0;
    let inFlight = [...flight];
    let rest = plan.ready;
    while (rest.length > 0 && inFlight.length < inFlightLimit && !signal.aborted) {
      const size = Math.min(CHUNK, inFlightLimit - inFlight.length);
      const chunk = await this.#sign(rest.slice(0, size), inFlight, chain, trials, signal);
      moved ||= chunk.moved;
      inFlight = [...inFlight, ...chunk.signed];
      const { sent } = await this.#send(chunk.signed, signal);
      moved ||= sent;
      if (chunk.held) {
        this.#held = UNPAYABLE;
        break;
      }
      rest = rest.slice(size);
    }
    return moved;
  }

  async #allow(allow: Awaited<ReturnType<typeof planAllowances>>["allow"]): Promise<boolean> {
    for (const { intent, allows, waiting } of allow) {
      await this.undisturbed(() =>
        this.#journal.transaction(async (tx) => {
          await this.#journal.enqueue(tx, intent, allows);
          for (const { value } of waiting) {
            const found = await tx.get(laneTransactions, value.id);
            if (found?.value.state !== "queued") continue;
            const to = { ...found.value, allowancesMade: found.value.allowancesMade + 1 };
            await tx.replace(laneTransactions, to, found.version);
          }
        }),
      );
    }
    return allow.length > 0;
  }

  /** The trials of those that can be signed at once, while the chain is read. */
  async #tryFirst(queued: readonly Stored[], signal: AbortSignal): Promise<Trials> {
    const first = queued.filter(({ value }) => value.allowance === null).slice(0, CHUNK);
    return this.#try(first, signal);
  }

  async #try(queued: readonly Stored[], signal: AbortSignal): Promise<Trials> {
    const { rpc, signer } = this.#options;
    const values = queued.map(({ value }) => value);
    const trials = await simulate(rpc, signer.address, values, signal);
    return new Map(trials.map((trial, index) => [values[index]?.id ?? "", trial]));
  }

  /** Nonces are given out in here only, one chunk at a time, to what has been tried and can be paid. */
  async #sign(
    chunk: readonly Stored[],
    inFlight: readonly Stored[],
    chain: ChainSnapshot,
    early: Trials,
    signal: AbortSignal,
  ): Promise<{
    readonly signed: readonly Stored[];
    readonly moved: boolean;
    readonly held: boolean;
  }> {
    const { signer } = this.#options;
    const others = chunk.filter(({ value }) => !early.has(value.id));
    const trials = new Map([...early, ...(await this.#try(others, signal))]);
    return this.undisturbed(async () => {
      let left = chain.balance - inFlight.reduce((sum, { value }) => sum + reserved(value), 0n);
      let nonce = await this.#nextNonce(chain, inFlight);
      const moves: Move[] = [];
      let held = false;
      for (const { value: seen } of chunk) {
        const trial = trials.get(seen.id);
        // Read again: it may have been withdrawn while it was tried.
        const from = await this.#journal.get(seen.id);
        if (from?.value.state !== "queued" || trial === undefined) continue;
        const review = this.#guard.review(from.value, await this.#parked());
        if (review !== undefined) {
          // One at a time: the next one like it is compared with what this one has taken.
          this.#onMoves(await this.#journal.commit([{ from, to: review }]));
          continue;
        }
        if (trial.verdict === "impossible") {
          moves.push({ from, to: refused(from.value, trial.reason) });
          continue;
        }
        if (trial.verdict === "unclear") {
          this.#options.onTrouble(trial.error);
          continue;
        }
        const terms = this.#terms(chain, trial.gasLimit);
        const cost = BigInt(seen.value) + trial.gasLimit * terms.fees.maxFeePerGas;
        if (cost > chain.balance) {
          const reason = fundsReason(chain.balance, cost);
          moves.push({ from, to: refused(from.value, reason) });
          continue;
        }
        if (cost > left) {
          held = true;
          break;
        }
        left -= cost;
        moves.push({ from, to: await firstVersion(signer, from.value, nonce++, terms) });
      }
      const stored = await this.#commit(moves);
      const signed = stored.filter(({ value }) => value.open);
      return { signed, moved: stored.length > 0, held };
    });
  }

  async #nextNonce(chain: ChainSnapshot, inFlight: readonly Stored[]): Promise<number> {
    const own = this.#guard.nextNonce(await this.#journal.lastNonce());
    // What others have sent with this key and is in no block yet is only told by the pool.
    const onChain = inFlight.length === 0 ? chain.pendingNonce : chain.nonce;
    return Math.max(own, onChain);
  }

  async #parked(): Promise<readonly LaneTransaction[]> {
    const open = await this.#journal.open();
    return open.map(({ value }) => value).filter(({ state }) => state === "needs_review");
  }

  /** The cause for which nothing may be signed now; null without one. */
  #causeToHold(chain: ChainSnapshot): string | null {
    if (this.#guard.isComparing) return comparing(this.#guard.fence, chain);
    if (chain.baseFeePerGas <= this.#maximumFeePerGas) return null;
    const cause = tooDear(this.#options.maximumFeeGwei);
    this.#options.onTrouble(new NodeError("CHAIN_REJECTED", cause));
    return cause;
  }

  #terms({ isLegacy, market }: ChainSnapshot, gasLimit: bigint): SigningTerms {
    const most = this.#maximumFeePerGas;
    const capped = (fee: bigint): bigint => (fee < most ? fee : most);
    const fees = {
      maxFeePerGas: capped(market.maxFeePerGas),
      maxPriorityFeePerGas: capped(market.maxPriorityFeePerGas),
    };
    const { chainId, clock } = this.#options;
    return { chainId, fees, gasLimit, isLegacy, now: clock.now() };
  }

  async #commit(moves: readonly Move[]): Promise<readonly Stored[]> {
    const stored = await this.#journal.commit(moves);
    if (stored.length > 0) this.#onMoves(stored);
    return stored;
  }
}
