/** A path whose events come from one source after another: each has a fan-out of its own. */

import type { Handshake, SocketRoute } from "@bourse/http";
import {
  functionOption,
  resolveOptions,
  textOption,
  type EventSource,
  type SequencedEvent,
} from "@bourse/kernel";

import { fanOutRules, type FanOutOptions } from "../fan-out-options.ts";
import { createFanOut, type FanOut, type FanOutRouteOptions } from "./create-fan-out.ts";

/** The event socket of a service whose source comes and goes. */
export interface ChangingFeed<
  Event extends SequencedEvent,
  Source extends EventSource<Event> = EventSource<Event>,
> {
  /** Route of the socket, for `createHttpServer`. */
  readonly route: SocketRoute;
  /** Returns the number of connected clients. */
  clients(): number;
  /** Returns the source of the moment; undefined before `begin` and after `end`. */
  source(): Source | undefined;
  /** Sends the events of a source from now on. */
  begin(source: Source): void;
  /** Tells every client 1001 and refuses new ones, until the next `begin`. */
  end(): Promise<void>;
}

/** Options of {@link createChangingFeed}. */
export interface ChangingFeedOptions<Event extends SequencedEvent> extends Omit<
  FanOutOptions<Event>,
  "source"
> {
  /** Path of the socket, such as `/ws`. */
  readonly path: string;
  /** Lets a client in, or throws the Problem that refuses it. */
  readonly authorize: (handshake: Handshake) => Promise<void>;
  /** Judges the proof of a connected client once more, as that of a fan-out's route. Default: a proof has no end. */
  readonly reauthorize?: NonNullable<FanOutRouteOptions<Event>["reauthorize"]>;
  /** Returns the Problem of a client that comes while there is no source. */
  readonly refusal: () => unknown;
}

type ResolvedFeedOptions<Event extends SequencedEvent> = Required<ChangingFeedOptions<Event>> &
  Pick<Required<FanOutRouteOptions<Event>>, "reauthorize">;

/** Creates the feed; clients are refused until it begins. @throws KernelError OPTION_INVALID */
export function createChangingFeed<
  Event extends SequencedEvent,
  Source extends EventSource<Event> = EventSource<Event>,
>(given: ChangingFeedOptions<Event>): ChangingFeed<Event, Source> {
  const { source: _, ...rules } = fanOutRules<Event>();
  const resolved = resolveOptions<ResolvedFeedOptions<Event>>("createChangingFeed", given, {
    ...rules,
    path: textOption(),
    authorize: functionOption(),
    reauthorize: functionOption({ default: () => "valid" as const }),
    refusal: functionOption(),
  });
  const { path, authorize, reauthorize, refusal, ...options } = resolved;
  let now:
    | { readonly source: Source; readonly fanOut: FanOut<Event>; readonly route: SocketRoute }
    | undefined;
  const end = async (): Promise<void> => {
    const { fanOut } = now ?? {};
    now = undefined;
    await fanOut?.close();
  };
  const checkBegun = (): void => {
    if (now === undefined) throw refusal();
  };
  return {
    route: {
      path,
      authorize: async (handshake) => {
        checkBegun();
        await authorize(handshake);
        checkBegun();
      },
      accept: (upgrade) => {
        if (now === undefined) upgrade.socket.destroy();
        else now.route.accept(upgrade);
      },
      drain: end,
    },
    clients: () => now?.fanOut.counters().clients ?? 0,
    source: () => now?.source,
    begin: (source) => {
      const fanOut = createFanOut<Event>({ ...options, source });
      now = { source, fanOut, route: fanOut.route(path, { reauthorize }) };
    },
    end,
  };
}
