/** Texts of another language: the names, functions and parameters of the English texts, with any strings. */
export type Texts<English> = English extends string
  ? string
  : English extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Texts<Result>
    : English extends object
      ? { [Name in keyof English]: Texts<English[Name]> }
      : English;
