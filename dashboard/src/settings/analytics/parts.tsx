import { RecentIntake } from '../../analytics/intake.tsx';
import { useMay } from '../../projects/projects.ts';
import { SearchConsole } from './search-console.tsx';

/** Parts of the settings of analytics. */
export function AnalyticsParts() {
  const maySet = useMay('admin');
  return (
    <>
      {maySet && <SearchConsole />}
      <RecentIntake />
    </>
  );
}
