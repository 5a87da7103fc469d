/** The conversation of a fan-out over any carrier of text, one client at a time and without care for slow ones. */

import {
  anyFunction,
  anyText,
  checkArguments,
  choiceOption,
  functionOption,
  integerOption,
  listOf,
  objectOf,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type EventSource,
  type SequencedEvent,
} from "@bourse/kernel";

import { Conversation, type ConversationOptions } from "./client/conversation.ts";
import type { Dialect } from "./dialect.ts";
import { everything } from "./event-filter.ts";
import type { FanOutOptions, ResolvedFanOutOptions } from "./fan-out-options.ts";
import { messageOf, type Form } from "./frames/spelling.ts";
import { EVENTS_PROTOCOL } from "./protocol.ts";

/** Options of {@link converse}; the same as those of a fan-out. */
export type ConverseOptions<Event extends SequencedEvent> = Pick<
  FanOutOptions<Event>,
  "source" | "dialect" | "historyOnConnect" | "ids" | "isActedUpon" | "clock"
>;

/** The client's end of it. */
export interface TextCarrier {
  /** The query of the handshake with its question mark, or the empty string. */
  readonly search: string;
  /** The subprotocols that the client offers. */
  readonly protocols: readonly string[];
  /** Sends one text message to the client. */
  readonly send: (text: string) => void;
  /** Closes the connection with a WebSocket close code and reason. */
  readonly close: (code: number, reason: string) => void;
}

/** The server side of one conversation. */
export interface Converse {
  /** A message of the client; undefined when it is not text. */
  hear(text: string | undefined): void;
  /** The client has gone. */
  end(): void;
}

const textCarrier = objectOf({
  search: anyText,
  protocols: listOf(anyText),
  send: anyFunction,
  close: anyFunction,
});

/**
 * Greets the client and tells it events until `end`. For mocks, and for transports that look after slow clients
 * themselves.
 *
 * @throws KernelError OPTION_INVALID, ARGUMENT_INVALID
 */
export function converse<Event extends SequencedEvent>(
  given: ConverseOptions<Event>,
  carrier: TextCarrier,
): Converse {
  checkArguments("converse", { carrier: textCarrier }, [carrier]);
  const options = resolveOptions<
    ConversationOptions<Event> & Pick<ResolvedFanOutOptions<Event>, "ids">
  >("converse", given, {
    source: portOption<EventSource<Event>>(["last", "since", "subscribe"]),
    dialect: portOption<Dialect<Event>>(["event", "reply"]),
    historyOnConnect: integerOption({ min: 0, max: 10_000, default: 20 }),
    ids: choiceOption(["subprotocol", "always"], { default: "subprotocol" }),
    isActedUpon: functionOption({ default: () => false }),
    clock: portOption<Clock>(["monotonic"], { default: systemClock }),
  });
  const { source, dialect } = options;
  const isIdentified = options.ids === "always" || carrier.protocols.includes(EVENTS_PROTOCOL);
  const form: Form = isIdentified ? "identified" : "plain";
  const send = (message: object): void => carrier.send(JSON.stringify(message));
  const tell = (event: Event, isRecorded: boolean): void =>
    send(messageOf(dialect, source.epoch, event, form, isRecorded));
  const conversation = new Conversation<Event>({
    options,
    form,
    allowed: everything,
    reply: send,
    close: (code, reason) => {
      end();
      carrier.close(code, reason);
    },
    onBadMessage: () => {},
  });
  const { connected, history } = conversation.greeting(carrier.search);
  send(connected);
  for (const event of history) tell(event, true);
  const end = source.subscribe((event, isRecorded) => {
    if (conversation.filter.accepts(event)) tell(event, isRecorded);
  });
  return { hear: (text) => conversation.hear(text), end };
}
