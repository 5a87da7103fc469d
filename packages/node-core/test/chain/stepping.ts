/** A port whose calls are steps: one before each of the named methods runs, and one after. */
export function stepping<Port extends object>(
  port: Port,
  methods: readonly (keyof Port & string)[],
  step: () => void,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const call = value.bind(target) as (...args: readonly unknown[]) => unknown;
      if (!(methods as readonly (string | symbol)[]).includes(name)) return call;
      return async (...args: readonly unknown[]) => {
        step();
        const result = await call(...args);
        step();
        return result;
      };
    },
  });
}
