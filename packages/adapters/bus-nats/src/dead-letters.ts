/** The dead letters of queues, as their streams on the server hold them. */

import type { DeadLetter } from "@bourse/kernel";
import { JetStreamApiError, type JetStreamManager, type StreamState } from "@nats-io/jetstream";

import type { Names } from "./names.ts";
import type { QueueStreams } from "./queue-streams.ts";

/** Reads and deletes dead letters; the consumers of a queue write them. */
export class DeadLetters {
  readonly #streams: QueueStreams;
  readonly #names: Names;

  constructor(streams: QueueStreams, names: Names) {
    this.#streams = streams;
    this.#names = names;
  }

  /** The newest letters, the oldest of them first. @throws KernelError BUS_UNAVAILABLE */
  async newest(queue: string, limit: number, until: number): Promise<readonly DeadLetter[]> {
    return await this.#streams.managed(async (manager) => {
      const found: DeadLetter[] = [];
      for await (const letter of this.#backwards(manager, queue, until)) {
        found.unshift(letter);
        if (found.length === limit) break;
      }
      return found;
    });
  }

  /** Number of the letters that are kept. @throws KernelError BUS_UNAVAILABLE */
  async count(queue: string): Promise<number> {
    return await this.#streams.managed(async (manager) => {
      return (await this.#stateOf(manager, queue))?.messages ?? 0;
    });
  }

  /** Deletes the letters of an id; tells whether there was one. @throws KernelError BUS_UNAVAILABLE */
  async remove(queue: string, id: string, until: number): Promise<boolean> {
    return await this.#streams.managed(async (manager) => {
      let isFound = false;
      for await (const letter of this.#backwards(manager, queue, until)) {
        if (letter.id !== id) continue;
        isFound = true;
        await manager.streams.deleteMessage(this.#names.deadLetters(queue), letter.sequence);
      }
      return isFound;
    });
  }

  /** The letters from `until` backwards; numbers between them may be those of deleted ones. */
  async *#backwards(
    manager: JetStreamManager,
    queue: string,
    until: number,
  ): AsyncGenerator<DeadLetter, void> {
    const state = await this.#stateOf(manager, queue);
    if (state === undefined) return;
    let left = state.messages;
    for (let seq = Math.min(state.last_seq, until); left > 0 && seq >= state.first_seq; seq--) {
      const message = await manager.streams.getMessage(this.#names.deadLetters(queue), { seq });
      if (message === null) continue;
      left--;
      yield { ...message.json<Omit<DeadLetter, "sequence">>(), sequence: seq };
    }
  }

  /** The state of a queue's stream; undefined before its first letter. */
  async #stateOf(manager: JetStreamManager, queue: string): Promise<StreamState | undefined> {
    try {
      return (await manager.streams.info(this.#names.deadLetters(queue))).state;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
