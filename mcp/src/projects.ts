import { type Api, ApiError } from './api.ts';

const ID = /^prj_[0-9a-z]{26}$/;

/**
 * Replaces the slug or the name of a project in the arguments of a tool by its id.
 * @throws {ApiError} 404 when the user has no such project, or several with the name
 */
export async function resolveProject<Input extends object>(api: Api, input: Input): Promise<Input> {
  const { project_id: named } = input as { project_id?: string };
  // Other texts that begin like an id are ids with an error, which the API reports.
  if (named === undefined || ID.test(named) || named.startsWith('prj_')) return input;
  const sameName: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await api('GET /v1/projects', { query: { limit: 100, cursor } });
    const found = data.find(({ slug }) => slug === named);
    if (found) return { ...input, project_id: found.id };
    sameName.push(...data.filter(({ name }) => name === named).map(({ id }) => id));
    cursor = next ?? undefined;
  } while (cursor);
  const [id, another] = sameName;
  if (id !== undefined && another === undefined) return { ...input, project_id: id };
  throw new ApiError(404, {
    error: another
      ? `project_id: several projects are named ${named}. Pass the id or the slug`
      : `project_id: you have no project with the id or slug ${named}. list_projects returns the ids and slugs`,
    code: 'projects.not_found',
  });
}
