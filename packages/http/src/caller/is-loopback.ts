/** Returns true for a loopback address: a server bound to it can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return (
    address === "localhost" || address === "::1" || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
  );
}
