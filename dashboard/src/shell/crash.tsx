import { common } from '#texts/common';
import { messageOf } from '../api.ts';
import { Button } from '../ui/button.tsx';

/** Error page for unexpected errors, with a reload button. */
export const Crash = ({ error }: { error: unknown }) => (
  <main id="main" tabIndex={-1}>
    <div className="narrow" role="alert">
      <h1>{common.crashed}</h1>
      <p>{common.crashedHint}</p>
      <pre>{messageOf(error)}</pre>
      <Button look="primary" onPress={() => location.reload()}>
        {common.reload}
      </Button>
    </div>
  </main>
);
