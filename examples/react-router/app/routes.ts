import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('roadmap', 'routes/roadmap.tsx'),
  route('user-token', 'routes/user-token.ts'),
] satisfies RouteConfig;
