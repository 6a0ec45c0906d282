import { common } from '#texts/common';
import { messageOf } from '../api.ts';
import { Button } from '../ui/button.tsx';

/** Whether a lazily loaded part of the app is unavailable: the connection failed, or a new version was deployed. */
const NOT_LOADED = /dynamically imported module|module script/i;

/** Error page for unexpected errors, with a reload button. */
export const Crash = ({ error }: { error: unknown }) => (
  <main id="main" tabIndex={-1}>
    <div className="narrow" role="alert">
      <h1>{common.crashed}</h1>
      {NOT_LOADED.test(messageOf(error)) ? (
        <p>{common.notLoaded}</p>
      ) : (
        <>
          <p>{common.crashedHint}</p>
          <pre>{messageOf(error)}</pre>
        </>
      )}
      <Button look="primary" onPress={() => location.reload()}>
        {common.reload}
      </Button>
    </div>
  </main>
);
