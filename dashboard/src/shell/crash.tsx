import { common } from '#texts/common';
import { messageOf } from '../api.ts';
import { Button } from '../ui/button.tsx';

/** When a page fails by our own fault: say so, and let them load it again. */
export const Crash = ({ error }: { error: unknown }) => (
  <main className="narrow" role="alert">
    <h1>{common.crashed}</h1>
    <p>{common.crashedHint}</p>
    <pre>{messageOf(error)}</pre>
    <Button look="primary" onPress={() => location.reload()}>
      {common.reload}
    </Button>
  </main>
);
