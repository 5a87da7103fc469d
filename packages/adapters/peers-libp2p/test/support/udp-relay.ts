/**
 * A UDP relay that loses, delays, doubles and cuts, in user space and without privileges.
 *
 * What happens to a datagram follows from the seed, its direction, its bytes and how often these bytes were seen, never
 * from timing: two runs that send the same bytes treat them the same.
 */
import { createHash } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** Treatment of datagrams by a relay; everything off by default. */
export interface Impairment {
  /** Share of the datagrams that vanish, 0–1. */
  readonly loss?: number;
  /** Share of the rest that come twice. */
  readonly duplication?: number;
  readonly delayMilliseconds?: number;
  /** Either way around the delay, evenly. */
  readonly jitterMilliseconds?: number;
  readonly seed?: number;
}

export interface UdpRelay {
  readonly port: number;
  readonly counts: { readonly datagrams: number; readonly lost: number };
  /** Nothing passes any more, in either direction, until it is healed. */
  cut(): void;
  heal(): void;
  /** Closes all sockets; nothing is delivered afterwards. */
  close(): Promise<void>;
}

/** A relay on the loopback in front of the UDP port `upstream`, which may be given later. */
export async function startUdpRelay(
  upstream: () => number,
  impairment: Impairment = {},
): Promise<UdpRelay> {
  const relay = new Relay(upstream, { ...CLEAN, ...impairment });
  await relay.open();
  return relay;
}

const CLEAN: Required<Impairment> = {
  loss: 0,
  duplication: 0,
  delayMilliseconds: 0,
  jitterMilliseconds: 0,
  seed: 1,
};

class Relay implements UdpRelay {
  readonly counts = { datagrams: 0, lost: 0 };
  readonly #upstream: () => number;
  readonly #impairment: Required<Impairment>;
  readonly #front = createSocket("udp4");
  /** A socket of its own towards the upstream for every client, so that answers find back. */
  readonly #backs = new Map<string, Socket>();
  readonly #seen = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isCut = false;

  constructor(upstream: () => number, impairment: Required<Impairment>) {
    this.#upstream = upstream;
    this.#impairment = impairment;
  }

  get port(): number {
    return this.#front.address().port;
  }

  async open(): Promise<void> {
    this.#front.on("message", (datagram, client) => {
      const back = this.#backOf(client.address, client.port);
      this.#pass(">", datagram, (bytes) => back.send(bytes, this.#upstream(), "127.0.0.1"));
    });
    this.#front.bind(0, "127.0.0.1");
    await once(this.#front, "listening");
  }

  cut(): void {
    this.#isCut = true;
  }

  heal(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const socket of [this.#front, ...this.#backs.values()]) {
      socket.close();
      await once(socket, "close");
    }
  }

  #backOf(address: string, port: number): Socket {
    const key = `${address}:${port}`;
    const known = this.#backs.get(key);
    if (known !== undefined) return known;
    const back = createSocket("udp4");
    back.on("message", (datagram) => {
      this.#pass("<", datagram, (bytes) => this.#front.send(bytes, port, address));
    });
    // A dead upstream may be told by ICMP; the sender is to notice by itself.
    back.on("error", () => undefined);
    this.#backs.set(key, back);
    return back;
  }

  #pass(direction: string, datagram: Buffer, send: (bytes: Buffer) => void): void {
    const { loss, duplication, delayMilliseconds, jitterMilliseconds } = this.#impairment;
    const fate = this.#fate(direction, datagram);
    this.counts.datagrams++;
    if (this.#isCut || fate(0) < loss) {
      this.counts.lost++;
      return;
    }
    const copies = fate(1) < duplication ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const delay = delayMilliseconds + (2 * fate(2 + copy) - 1) * jitterMilliseconds;
      if (delay <= 0) send(datagram);
      else this.#later(delay, () => send(datagram));
    }
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }

  /** Numbers in [0, 1) by place. */
  #fate(direction: string, datagram: Buffer): (place: number) => number {
    const key = direction + createHash("sha1").update(datagram).digest("hex");
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    const digest = createHash("sha256").update(`${this.#impairment.seed}|${times}|${key}`).digest();
    return (place) => digest.readUInt32BE(place * 4) / 2 ** 32;
  }
}
