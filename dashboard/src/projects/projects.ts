import { ROLES } from '@earshot/contract/instance/values';
import { createClient, type Project } from '@earshot/sdk';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { createProjectClient } from '../api.ts';
import { PROMPT } from '../session/retry-delays.ts';

export type Role = (typeof ROLES)[number];

const STORAGE_KEY = 'earshot.project';
const MAX_PAGE_SIZE = 100;

export const ProjectContext = createContext<Project | undefined>(undefined);

/** Returns the current project. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('This part of the app belongs into a project');
  return project;
}

/** Returns a client with the API key of the project, for public operations that session tokens do not allow. */
export function usePublicClient() {
  const { api_key: projectKey } = useProject();
  return useMemo(() => createClient({ projectKey, baseUrl: location.origin, visitorId: null, ...PROMPT }), [projectKey]);
}

/** Returns whether the user has this role or a higher one. Always false outside of projects. */
export const useMay = (role: Role) => ROLES.indexOf(useContext(ProjectContext)?.role ?? 'viewer') >= ROLES.indexOf(role);

async function listAll(): Promise<Project[]> {
  const projects: Project[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await createProjectClient()('GET /v1/projects', { query: { page, limit: MAX_PAGE_SIZE } });
    projects.push(...data);
    if (!data.length || projects.length >= total) return projects;
  }
}

/** Returns all projects of the user. */
export const projectsQuery = { queryKey: ['', 'GET /v1/projects', 'all'], queryFn: listAll, staleTime: 60_000 };

export const useProjects = () => useQuery(projectsQuery);

export const rememberProject = (slug: string) => localStorage.setItem(STORAGE_KEY, slug);

/** Returns the last opened project if it still exists, otherwise the first one. */
export const lastProject = (projects: Project[]) =>
  projects.find(({ slug }) => slug === localStorage.getItem(STORAGE_KEY)) ?? projects[0];
