/** The head of a session: what trades, its state with the reason, and the acts, each told before it is done. */

import type { Session, SessionLive } from "@bourse/contract/backtest";
import { ago, Confirm, moment, Notice, spaced, toast, useCommands, useDecision } from "@bourse/ui";
import { useState } from "preact/hooks";

import { intervalName } from "../../model/intervals.ts";
import { count } from "../../model/numbers.ts";
import { actOn, type SessionAct } from "../../model/sessions.ts";
import { CandleAge, SessionBadge } from "./session-parts.tsx";

interface HeadProps {
  readonly session: Session;
  /** Puts the session in place as an act has answered it. */
  readonly put: (session: Session) => void;
}

export function SessionHead({ session, put }: HeadProps) {
  const {
    number,
    strategy,
    symbol,
    interval,
    exchange,
    live,
    reason,
    stale_since: since,
  } = session;
  const [asked, setAsked] = useState<SessionAct>();
  const acts = actsOf(session);
  useCommands(
    acts.map((act) => ({ label: `${ACTS[act].word} the session …`, run: () => setAsked(act) })),
  );
  return (
    <section class="card" aria-label="The session">
      <header>
        <h2>
          {number}: {spaced(strategy)} on {symbol}, {intervalName(interval)}
        </h2>
        <SessionBadge session={session} />
      </header>
      <p class="facts">
        <span>
          {live === null ? "on paper" : "live"}, candles: {exchange}
        </span>
        <span>
          last candle <CandleAge session={session} />
        </span>
        <span>since {moment(session.created_at)}</span>
      </p>
      {live !== null && <LiveFacts live={live} />}
      {reason !== null && (
        <Notice kind={session.state === "halted" ? "poor" : "fair"}>
          <bdi>{reason}</bdi>
        </Notice>
      )}
      {since !== null && session.stopped_at === null && (
        <Notice kind="fair">
          {`No candle has come since ${moment(since)}. What is shown is of the last one.`}
        </Notice>
      )}
      {asked !== undefined && acts.includes(asked) ? (
        <Asked session={session} act={asked} put={put} onBack={() => setAsked(undefined)} />
      ) : (
        acts.length > 0 && (
          <div class="buttons after">
            {acts.map((act) => (
              <button
                key={act}
                type="button"
                class={act === "stop" ? "second danger" : "second"}
                onClick={() => setAsked(act)}
              >
                {ACTS[act].word} …
              </button>
            ))}
          </div>
        )
      )}
    </section>
  );
}

/** The session at its exchange: whose account, what else is held there, and when both were last compared. */
function LiveFacts({ live }: { readonly live: SessionLive }) {
  const { account, base_position: base, unconfirmed, foreign_orders: foreign } = live;
  return (
    <p class="facts">
      <span>
        account <bdi>{account}</bdi>
      </span>
      <span>position {live.own_position}</span>
      {base !== null && <span>beside it on the account {base}</span>}
      {foreign > 0 && <span>{ordersText(foreign)} of others</span>}
      {unconfirmed > 0 && (
        <span class="fault">{ordersText(unconfirmed)} without an answer yet</span>
      )}
      <span>
        {live.reconciled_at === null
          ? "not yet compared with the exchange"
          : `compared with the exchange ${ago(Date.parse(live.reconciled_at))}`}
      </span>
    </p>
  );
}

function ordersText(number: number): string {
  return `${count(number)} ${number === 1 ? "order" : "orders"}`;
}

const ACTS = {
  pause: {
    word: "Pause",
    busy: "Pausing …",
    text: "Nothing enters from now on, and entries that wait are cancelled. What is held keeps its stops and targets. It can be resumed.",
  },
  resume: {
    word: "Resume",
    busy: "Resuming …",
    text: "The strategy trades again from the next candle on.",
  },
  flatten: {
    word: "Flatten",
    busy: "Flattening …",
    text: "Every order is cancelled and every position is closed at the market, at the next candle. The session is paused when nothing is held.",
  },
  stop: {
    word: "Stop",
    busy: "Stopping …",
    text: "The session ends for good: its orders are cancelled, and what it holds stays in its books and is not closed. It cannot be resumed.",
  },
} as const;

/** The acts that the state of a session allows. */
function actsOf({ state }: Session): readonly SessionAct[] {
  if (state === "stopped") return [];
  const onward: readonly SessionAct[] =
    state === "warming" || state === "running"
      ? ["pause"]
      : state === "flattening"
        ? []
        : ["resume"];
  return [...onward, ...(state === "flattening" ? [] : (["flatten"] as const)), "stop"];
}

interface AskedProps extends HeadProps {
  readonly act: SessionAct;
  readonly onBack: () => void;
}

function Asked({ session, act, put, onBack }: AskedProps) {
  const { word, busy, text } = ACTS[act];
  const held = session.positions.map(
    ({ side, quantity, symbol }) => `${side} ${quantity} ${symbol}`,
  );
  const decision = useDecision<void, void>(async (_, until) => {
    const next = await actOn(session.id, act, until);
    put(next);
    onBack();
    toast(`The session is ${next.state}.`);
  });
  return (
    <Confirm
      title={`${word} the session`}
      words={[`${word} the session`, busy]}
      isDestructive={act === "stop" || act === "flatten"}
      busy={decision.busy}
      onYes={() => void decision.run()}
      onBack={onBack}
      onCancel={decision.cancel}
    >
      <p>
        {text} {held.length === 0 ? "It holds nothing now." : `It holds ${held.join(", ")}.`}
      </p>
      {decision.problem !== undefined && <Notice kind="poor">{decision.problem}</Notice>}
    </Confirm>
  );
}
