import { createClient, type Project } from '@earshot/sdk';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { clientOf } from '../api.ts';

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

const LAST = 'earshot.project';
const MOST_A_PAGE = 100;

export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project that the page is about. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('This part of the app belongs into a project');
  return project;
}

/** Calls the API by the project’s key, as its pages do: for what everybody may do, and a session does not. */
export function usePublicClient() {
  const { api_key: projectKey } = useProject();
  return createClient({ projectKey, baseUrl: location.origin, visitorId: null });
}

/** Whether the reader may do what asks for this role. On a page that is on no project, nobody may. */
export const useMay = (role: Role) => ROLES.indexOf(useContext(ProjectContext)?.role ?? 'viewer') >= ROLES.indexOf(role);

async function listAll(): Promise<Project[]> {
  const projects: Project[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await clientOf()('GET /v1/projects', { query: { page, limit: MOST_A_PAGE } });
    projects.push(...data);
    if (!data.length || projects.length >= total) return projects;
  }
}

/** All projects that the reader is on. */
export const projectsQuery = { queryKey: ['', 'GET /v1/projects', 'all'], queryFn: listAll, staleTime: 60_000 };

export const useProjects = () => useQuery(projectsQuery);

export const rememberProject = (slug: string) => localStorage.setItem(LAST, slug);

/** The project that was open last, if it is still there; otherwise the first. */
export const lastProject = (projects: Project[]) =>
  projects.find(({ slug }) => slug === localStorage.getItem(LAST)) ?? projects[0];
