/** Broadcast topics between processes: each process tells the events of the others to its own listeners. */

import type { Bus, BusFault } from "@bourse/kernel";
import { headers, type Msg, type NatsConnection } from "@nats-io/transport-node";

import type { Link } from "./link.ts";
import type { Names } from "./names.ts";
import type { Proof } from "./proof.ts";
import { listen, readHeaders, readJson } from "./readable.ts";

export interface RemoteTopicsSettings {
  readonly link: Link;
  readonly names: Names;
  readonly proof: Proof;
  /** Bus of this process, which tells its listeners the events of other processes. */
  readonly local: Pick<Bus, "publish">;
  readonly report: (fault: BusFault) => void;
}

/** The subscription to one topic at the server, shared by the listeners of this process. */
interface RemoteTopic {
  listeners: number;
  readonly leave: () => void;
}

/** Nesting of an event, which has no envelope. */
const EVENT_DEPTH = 64;

export class RemoteTopics {
  readonly #settings: RemoteTopicsSettings;
  readonly #topics = new Map<string, RemoteTopic>();

  constructor(settings: RemoteTopicsSettings) {
    this.#settings = settings;
  }

  /** Sends an event to the listeners of other processes that are connected now. */
  publish(topic: string, event: unknown): void {
    const { link, names, proof, report } = this.#settings;
    if (!link.isConnected) return;
    const text = JSON.stringify(event ?? null);
    const subject = names.topic(topic);
    const head = headers();
    proof.seal("event", { subject, head, body: text });
    try {
      link.now.publish(subject, text, { headers: head });
    } catch (error) {
      // Larger than the server allows: its own listeners have it, the others do without.
      report({ where: "listener", name: topic, error });
    }
  }

  /** Hears a topic of other processes until the returned function is called, which may be called again. */
  listen(topic: string): () => void {
    const remote = this.#topics.get(topic) ?? { listeners: 0, leave: this.#subscribe(topic) };
    this.#topics.set(topic, remote);
    remote.listeners++;
    let isListening = true;
    return () => {
      if (isListening) this.#unlisten(topic, remote);
      isListening = false;
    };
  }

  /** Subscribes at the server, and again with each new connection; returns what ends that. */
  #subscribe(topic: string): () => void {
    const { link, names, proof, local, report } = this.#settings;
    let connection: NatsConnection | undefined;
    let subscription: ReturnType<NatsConnection["subscribe"]> | undefined;
    const leave = link.onConnected((connected) => {
      if (connected === connection) return;
      connection = connected;
      const read = (message: Msg): void => {
        proof.check("event", message, readHeaders(message));
        local.publish(topic, readJson(message.data, EVENT_DEPTH));
      };
      subscription = listen(connected, names.topic(topic), read, (error) =>
        report({ where: "listener", name: topic, error }),
      );
    });
    return () => {
      leave();
      subscription?.unsubscribe();
    };
  }

  #unlisten(topic: string, remote: RemoteTopic): void {
    remote.listeners--;
    if (remote.listeners > 0) return;
    remote.leave();
    this.#topics.delete(topic);
  }
}
