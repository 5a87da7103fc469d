/** A cache of conversions by the converted object. */

/** `convert` with each result kept for as long as its object lives: for objects that a list returns again and again. */
export function convertOnce<Core extends object, Wire>(
  convert: (core: Core) => Wire,
): (core: Core) => Wire {
  const converted = new WeakMap<Core, Wire>();
  return (core) => {
    let wire = converted.get(core);
    if (wire === undefined) {
      wire = convert(core);
      converted.set(core, wire);
    }
    return wire;
  };
}
