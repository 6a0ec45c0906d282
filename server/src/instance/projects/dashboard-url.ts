/** Returns the URL of a project in the dashboard, which asks for the sign-in first, or of a path below it. */
export const buildDashboardUrl = (publicUrl: string, slug: string, path = ''): string =>
  `${publicUrl}/projects/${slug}${path && `/${path}`}`;
