import { common } from '#texts/common';
import { messageOf } from '../api.ts';
import { Button } from '../ui/button.tsx';

/** A part of the app that is loaded when it is needed could not be: Earshot is away, or was replaced by a newer one. */
const NOT_LOADED = /dynamically imported module|module script/i;

/** When a page fails by our own fault: say so, and let them load it again. */
export const Crash = ({ error }: { error: unknown }) => (
  <main className="narrow" role="alert">
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
  </main>
);
