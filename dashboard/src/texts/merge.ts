/** Returns a function that merges the texts of all services of one kind. */
export const createMerge =
  <Services extends Record<string, object>>(services: Services) =>
  <K extends keyof Services[keyof Services]>(kind: K) =>
    Object.assign({}, ...Object.values(services).map((service) => (service as Services[keyof Services])[kind])) as {
      [Name in { [S in keyof Services]: keyof Services[S][K] }[keyof Services]]: {
        [S in keyof Services]: Name extends keyof Services[S][K] ? Services[S][K][Name] : never;
      }[keyof Services];
    };
