/**
 * Larger reads for the QUIC transport. The library reads at most 4 KiB from its native part at a time, and each read
 * crosses to another thread: a mebibyte takes four times as long as with reads of 64 KiB. It has no option for the read
 * size, but it passes its native connection to every muxer; this module patches the streams of that connection.
 *
 * If a release of the library stops exposing the connection, reads stay at 4 KiB and a test fails.
 */
import type { quic } from "@chainsafe/libp2p-quic";
import type { Upgrader } from "@libp2p/interface";

type QuicTransport = ReturnType<typeof quic>;

/** Maximum bytes of one read. A stream that waits for data holds a buffer of this size. */
const READ_BYTES = 64 * 1024;

interface NativeStream {
  read(maxBytes: number): Promise<unknown>;
}

interface NativeConnection {
  inboundStream(): Promise<NativeStream>;
  outboundStream(): Promise<NativeStream>;
}

/** Wraps the transport factory so that its streams read 64 KiB at a time. */
export function withLargeReads(createTransport: QuicTransport): QuicTransport {
  return (components) => {
    const transport = createTransport(components);
    const dial = transport.dial.bind(transport);
    const createListener = transport.createListener.bind(transport);
    transport.dial = (address, options) =>
      dial(address, { ...options, upgrader: enlarging(options.upgrader) });
    transport.createListener = (options) =>
      createListener({ ...options, upgrader: enlarging(options.upgrader) });
    return transport;
  };
}

/** Returns an upgrader whose connections read 64 KiB at a time. */
function enlarging(upgrader: Upgrader): Upgrader {
  const upgradeInbound: Upgrader["upgradeInbound"] = (connection, options) => {
    enlarge(options);
    return upgrader.upgradeInbound(connection, options);
  };
  const upgradeOutbound: Upgrader["upgradeOutbound"] = (connection, options) => {
    enlarge(options);
    return upgrader.upgradeOutbound(connection, options);
  };
  const own = { upgradeInbound, upgradeOutbound };
  return new Proxy(upgrader, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function enlarge(options: object): void {
  const connection = nativeConnectionOf(options);
  if (connection === undefined) return;
  for (const name of ["inboundStream", "outboundStream"] as const) {
    const open = connection[name].bind(connection);
    connection[name] = async () => {
      const stream = await open();
      const read = stream.read.bind(stream);
      stream.read = () => read(READ_BYTES);
      return stream;
    };
  }
}

function nativeConnectionOf(options: object): NativeConnection | undefined {
  const { muxerFactory } = options as {
    readonly muxerFactory?: { readonly init?: { readonly connection?: Partial<NativeConnection> } };
  };
  const connection = muxerFactory?.init?.connection;
  const isNative =
    typeof connection?.inboundStream === "function" &&
    typeof connection.outboundStream === "function";
  return isNative ? (connection as NativeConnection) : undefined;
}
