/** Table of the public functions and constructors of a package with the types of their parameters, from its sources. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import {
  API,
  SignatureKind,
  type Project,
  type Signature,
  type Type,
  type TypeReference,
} from "typescript/unstable/sync";

import { Shape, type Field } from "./type-shapes.ts";
import { packages, root, sourcesOf } from "./workspace.ts";

/** A parameter of a public function. */
interface Parameter extends Field {
  readonly isRest: boolean;
}

/** An exported function, constructor, or function that is a member of an exported function. */
export interface PublicFunction {
  /** Package, entry point and name behind it: `@bourse/indicators/talib sma.stream`. */
  readonly name: string;
  readonly isConstructor: boolean;
  readonly parameters: readonly Parameter[];
  readonly call: (...given: readonly unknown[]) => unknown;
  /** Methods of what the function returns, or of an instance, by name; read when they are asked for. */
  readonly methods: () => readonly Method[];
}

/** A method of an object that a function returns. */
interface Method {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** The sources of the workspace in a compiler. */
export interface Workspace {
  /** Table of the package in a folder, as `packages/kernel`, without what an earlier table has. */
  functionsOf(folder: string): Promise<readonly PublicFunction[]>;
  close(): void;
}

/** Opens the sources of the workspace in a compiler, which reads a file once however many packages import it. */
export function openWorkspace(): Workspace {
  const api = new API();
  const [project] = api
    .updateSnapshot({ openProjects: [join(root, "tsconfig.json")] })
    .getProjects();
  if (project === undefined) throw new Error("the workspace did not open");
  const reader = new FunctionReader(project);
  return {
    close: () => api.close(),
    functionsOf: async (folder) => {
      const functions: PublicFunction[] = [];
      for (const { entry, source } of entriesOf(folder)) {
        const module = (await import(pathToFileURL(source).href)) as object;
        functions.push(...reader.functionsOf(entry, source, module));
      }
      return functions;
    },
  };
}

type AnyFunction = (...given: readonly unknown[]) => unknown;

function entriesOf(folder: string): { readonly entry: string; readonly source: string }[] {
  const found = packages().find((one) => one.folder === folder);
  if (found === undefined) throw new Error(`there is no package in ${folder}`);
  return Object.entries(found.manifest.exports ?? {}).flatMap(([entry, target]) => {
    const [source] = typeof target === "string" ? [] : sourcesOf(target);
    if (source === undefined) return [];
    return [{ entry: join(found.manifest.name, entry), source: join(root, folder, source) }];
  });
}

/** Reads functions and the types of their parameters. */
class FunctionReader {
  readonly #project: Project;
  readonly #shapes = new Map<number, Shape>();
  readonly #seen = new Set<unknown>();

  constructor(project: Project) {
    this.#project = project;
  }

  functionsOf(entry: string, source: string, module: object): PublicFunction[] {
    return Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value !== "function" || this.#seen.has(value) || isError(value)) return [];
      this.#seen.add(value);
      return this.#withMembers(`${entry} ${name}`, value as AnyFunction, this.#type(source, name));
    });
  }

  #withMembers(name: string, value: AnyFunction, type: Type): PublicFunction[] {
    const { checker } = this.#project;
    const members = Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(
      ([key, { value: member }]: [string, PropertyDescriptor]) => {
        const symbol = checker.getPropertyOfType(type, key);
        const inner = symbol && checker.getTypeOfSymbol(symbol);
        if (typeof member !== "function" || inner === undefined) return [];
        return this.#one(`${name}.${key}`, (member as AnyFunction).bind(value), inner);
      },
    );
    return [...this.#one(name, value, type), ...members];
  }

  #one(name: string, value: AnyFunction, type: Type): PublicFunction[] {
    const { checker } = this.#project;
    const [construct] = checker.getSignaturesOfType(type, SignatureKind.Construct);
    const [plain] = checker.getSignaturesOfType(type, SignatureKind.Call);
    const signature = construct ?? plain;
    if (signature === undefined) return [];
    const isConstructor = construct !== undefined;
    const call: AnyFunction = isConstructor
      ? (...given) => Reflect.construct(value, given) as unknown
      : (...given) => value(...given);
    const parameters = this.#parameters(signature);
    return [{ name, isConstructor, parameters, call, methods: () => this.#methods(signature) }];
  }

  #methods(signature: Signature): readonly Method[] {
    const { checker } = this.#project;
    let made = checker.getReturnTypeOfSignature(signature);
    if (made?.getSymbol()?.name === "Promise")
      [made] = checker.getTypeArguments(made as TypeReference);
    if (made?.isObjectType() !== true && made?.isIntersectionType() !== true) return [];
    return checker.getPropertiesOfType(made).flatMap((symbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      const [call] =
        type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
      // A name that begins with "__@" is a symbol's.
      if (call === undefined || symbol.name.startsWith("__")) return [];
      return [{ name: symbol.name, parameters: this.#parameters(call) }];
    });
  }

  #parameters(signature: Signature): readonly Parameter[] {
    const symbols = signature.getParameters();
    return symbols.map((symbol, at) => {
      const type = this.#project.checker.getTypeOfSymbol(symbol);
      if (type === undefined) throw new Error(`parameter ${symbol.name} has no type`);
      const isRest = signature.hasRestParameter && at === symbols.length - 1;
      const declared = symbol.valueDeclaration?.resolve() as Declared | undefined;
      const isOptional = isRest || Boolean(declared?.questionToken ?? declared?.initializer);
      return { name: symbol.name, isOptional, shape: this.#shapeOf(type), isRest };
    });
  }

  #shapeOf(type: Type): Shape {
    let shape = this.#shapes.get(type.id);
    if (shape === undefined) {
      shape = new Shape(this.#project.checker, (one) => this.#shapeOf(one), type);
      this.#shapes.set(type.id, shape);
    }
    return shape;
  }

  #type(source: string, name: string): Type {
    const { checker, program } = this.#project;
    const file = program.getSourceFile(source);
    const module = file && checker.getSymbolAtLocation(file);
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    const type = symbol && checker.getTypeOfSymbol(symbol);
    if (type === undefined) throw new Error(`${source} has no export ${name}`);
    return type;
  }
}

/** Parts of a parameter's declaration that let a caller leave it out. */
interface Declared {
  readonly questionToken?: object;
  readonly initializer?: object;
}

/** An error keeps what it is given: it has no other one to throw. */
const isError = (value: { readonly prototype?: unknown }): boolean =>
  value.prototype instanceof Error;
