declare module '@michaelhomer/jqjs' {
  /** @throws a string for a wrong program; the returned function throws a string for input of a wrong type */
  export function compile(program: string): (input: unknown) => Iterable<unknown>;
}
