import { setFlagsFromString } from 'node:v8';
import type { Earshot, Project } from '@earshot/sdk';
import { chooseInstance, DEFAULT_URL, type Instance, readConfig, readVariable } from './config.ts';
import { findToken } from './credentials.ts';
import { AuthError, CliError, UsageError } from './errors.ts';
import { choose } from './prompts.ts';

/** Options of every command. */
export interface GlobalOptions {
  profile?: string;
  project?: string;
}

/** The instance, user and project of a command. Nothing is read before a command asks for it. */
export interface Context {
  instance: () => Instance;
  /** Returns the token of the user or service account. @throws {AuthError} when nobody is signed in */
  token: () => Promise<string>;
  /** Returns a client of the instance. */
  client: () => Promise<Earshot>;
  /** Returns the id of the project. @throws {UsageError} when no project is chosen and nobody can be asked */
  projectId: () => Promise<string>;
  /** Returns the id of the project that the options, the environment or the profile name. */
  chosenProjectId: () => Promise<string | undefined>;
  /** Returns a client whose requests to collections concern the project, or the one with the given id. */
  projectClient: (id?: string) => Promise<Earshot>;
  /** Returns the API key of the project. */
  projectKey: () => Promise<string>;
  /** Returns a client with the API key of the project, for requests that users of the project send: entries, events and images. */
  publicClient: () => Promise<Earshot>;
  /** Aborted by Ctrl+C, so that commands can finish the current step and remove temporary files. */
  signal: AbortSignal;
}

/** Tokens of service accounts, which have access to one project. Their scopes may not permit to list projects. */
const SERVICE_PREFIX = 'earshot_sat_';

/** Loads the SDK on first use: it takes a third of the start of commands that need no request. */
export async function loadSdk() {
  // `fetch` parses HTTP in WebAssembly. V8 would optimize the parser in the background, and the process waits for that at its end:
  // 150 ms, more than the request takes.
  setFlagsFromString('--liftoff-only --no-wasm-tier-up --no-wasm-dynamic-tiering');
  return await import('@earshot/sdk');
}

export function createContext({ profile, project }: GlobalOptions, signal: AbortSignal): Context {
  let chosen: Instance | undefined;
  const instance = () => (chosen ??= chooseInstance(readConfig(), profile));

  async function token(): Promise<string> {
    const { url, profile: known, profileName } = instance();
    const found = readVariable('EARSHOT_TOKEN') ?? (known && profileName ? await findToken(profileName, known) : undefined);
    if (found) return found;
    const login = url === DEFAULT_URL ? 'earshot login' : `earshot login --base-url ${url}`;
    throw new AuthError(`Not signed in to ${url}. Run \`${login}\`, or set EARSHOT_TOKEN.`);
  }

  const createClient = async (projectId?: string) => {
    const accessToken = await token();
    const { Earshot } = await loadSdk();
    return new Earshot({ accessToken, projectId, baseUrl: instance().url });
  };

  let id: Promise<string> | undefined;
  const projectId = () => (id ??= findProjectId());
  async function chosenProjectId(): Promise<string | undefined> {
    const named = project ?? readVariable('EARSHOT_PROJECT');
    return named ? await resolveProject(await createClient(), named) : instance().profile?.project;
  }
  async function findProjectId(): Promise<string> {
    const known = await chosenProjectId();
    if (known) return known;
    const client = await createClient();
    const own = (await token()).startsWith(SERVICE_PREFIX) ? (await client.session.get()).project_ids?.[0] : undefined;
    if (own) return own;
    const { data, total } = await client.projects.list({ limit: 100 });
    if (!data.length) throw new CliError('No project found. Create one with `earshot project create <name>`.');
    if (total === 1 && data[0]) return data[0].id;
    return await choose(
      'Project',
      data.map(({ id: value, name, slug }) => ({ value, label: name, hint: slug })),
      'Several projects exist. Pass --project, set EARSHOT_PROJECT, or run `earshot project use <project>`.',
    );
  }

  const projectKey = async () => (await (await createClient()).projects.get(await projectId())).api_key;

  return {
    instance,
    token,
    client: () => createClient(),
    projectId,
    chosenProjectId,
    projectClient: async (given) => await createClient(given ?? (await projectId())),
    projectKey,
    publicClient: async () => {
      const key = await projectKey();
      const { Earshot } = await loadSdk();
      return new Earshot({ projectKey: key, baseUrl: instance().url, visitorId: null });
    },
    signal,
  };
}

const isProjectId = (text: string) => /^prj_[0-9a-z]{26}$/.test(text);

/** Returns the id of a project by its id, slug or name. @throws {UsageError} when the user has no such project */
export async function resolveProject(client: Earshot, project: string): Promise<string> {
  return isProjectId(project) ? project : (await findProject(client, project)).id;
}

/** Returns a project of the user by its id, slug or name. @throws {UsageError} when there is none, or several have the name */
export async function findProject(client: Earshot, project: string): Promise<Project> {
  if (isProjectId(project)) return await client.projects.get(project);
  const sameName: Project[] = [];
  for await (const candidate of client.projects.list({ limit: 100 })) {
    if (candidate.slug === project) return candidate;
    if (candidate.name === project) sameName.push(candidate);
  }
  const [found, another] = sameName;
  if (another) throw new UsageError(`Several projects are named ${project}. Use the slug.`);
  if (!found) throw new UsageError(`Project ${project} not found. \`earshot project list\` lists your projects.`);
  return found;
}
