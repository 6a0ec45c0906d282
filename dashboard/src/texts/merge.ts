type Service = { name: string };
type Kind<Services> = Exclude<keyof Services[keyof Services], 'name'>;

/** Returns a function that merges the texts of all services of one kind. */
export const createMerge =
  <Services extends Record<string, Service>>(services: Services) =>
  <K extends Kind<Services>>(kind: K) =>
    Object.assign({}, ...Object.values(services).map((service) => (service as Services[keyof Services])[kind])) as {
      [Name in { [S in keyof Services]: keyof Services[S][K] }[keyof Services]]: string;
    };

/** Returns the names of the services. */
export const mergeNames = <Services extends Record<string, Service>>(services: Services) =>
  Object.fromEntries(Object.entries(services).map(([id, { name }]) => [id, name])) as Record<keyof Services, string>;
