import { Roadmap } from '@earshot/widgets/react';
import { readCommon } from '../earshot.server.ts';
import type { Route } from './+types/roadmap';

export const meta = () => [{ title: 'Roadmap of Acme' }];

export const loader = () => ({ common: readCommon() });

export default function RoadmapPage({ loaderData: { common } }: Route.ComponentProps) {
  return (
    <main>
      <h1>Roadmap</h1>
      <Roadmap {...common} />
    </main>
  );
}
