/** Parameters of strategies: described as data, so that servers, forms and sweeps can read them. */

/** A value that a parameter can take; JSON as it stands. */
export type ParameterValue = number | string | boolean;

/** Parameters of one run by name. */
export type Parameters = Readonly<Record<string, ParameterValue>>;

/** A number within inclusive bounds; `integer` refuses fractions. */
export interface NumberParameter {
  readonly type: "integer" | "number";
  readonly default: number;
  /** Inclusive. */
  readonly minimum: number;
  /** Inclusive. */
  readonly maximum: number;
  readonly description: string;
}

/** One word out of a list. */
export interface ChoiceParameter<Choice extends string = string> {
  readonly type: "string";
  readonly default: Choice;
  readonly choices: readonly Choice[];
  readonly description: string;
}

export interface BooleanParameter {
  readonly type: "boolean";
  readonly default: boolean;
  readonly description: string;
}

export type ParameterSpec = NumberParameter | ChoiceParameter | BooleanParameter;

/** The description of every parameter of `P`. */
export type ParameterSpecs<P extends Parameters = Parameters> = {
  readonly [Name in keyof P]: ParameterSpec;
};

/** The values that parameters described by `Specs` take. */
export type ParametersOf<Specs extends Readonly<Record<string, ParameterSpec>>> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { readonly type: "boolean" }
    ? boolean
    : Specs[Name] extends {
          readonly type: "string";
          readonly choices: readonly (infer Choice extends string)[];
        }
      ? Choice
      : number;
};
