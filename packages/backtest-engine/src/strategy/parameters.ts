/** Descriptions of strategy parameters as data, for servers, forms and sweeps. */

/** A value of a parameter, as in JSON. */
export type ParameterValue = number | string | boolean;

/** Parameters of one run by name. */
export type Parameters = Readonly<Record<string, ParameterValue>>;

/** A numeric parameter within inclusive bounds; `integer` refuses fractions. */
export interface NumberParameter {
  /** Type of the parameter. */
  readonly type: "integer" | "number";
  /** Default value, within the bounds. */
  readonly default: number;
  /** Smallest allowed value. */
  readonly minimum: number;
  /** Largest allowed value. */
  readonly maximum: number;
  /** Description for people. */
  readonly description: string;
}

/** A parameter whose value is one word out of a list. */
export interface ChoiceParameter<Choice extends string = string> {
  /** Type of the parameter. */
  readonly type: "string";
  /** Default value, one of `choices`. */
  readonly default: Choice;
  /** All allowed values. */
  readonly choices: readonly Choice[];
  /** Description for people. */
  readonly description: string;
}

/** A parameter that is true or false. */
export interface BooleanParameter {
  /** Type of the parameter. */
  readonly type: "boolean";
  /** Default value. */
  readonly default: boolean;
  /** Description for people. */
  readonly description: string;
}

/** Description of a parameter. */
export type ParameterSpec = NumberParameter | ChoiceParameter | BooleanParameter;

/** Descriptions of all parameters of `P`, by name. */
export type ParameterSpecs<P extends Parameters = Parameters> = {
  readonly [Name in keyof P]: ParameterSpec;
};

/** Values of parameters that `Specs` describe. */
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
