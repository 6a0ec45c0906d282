import { common } from '#texts/common';
import { type ComponentType, useEffect, useReducer, use } from 'react';
import { Button } from './ui/button.tsx';
import { showProblem } from './ui/toast.tsx';

/** Delay between attempts to load a script. */
const RETRY_MS = 5_000;
/** Whether the page was reloaded for a script. Removed when the script of a page was loaded. */
const RELOADED = 'earshot.reloaded';

interface NotLoadedProps {
  /** The server answers: a new version has other scripts, or the browser does not request the script again. */
  isReachable: boolean;
  /** Closes a dialog. */
  onClose?: () => void;
}

/**
 * Returns a component whose script is loaded on first use, within `Suspense`. While the script can't be loaded, `NotLoaded` is shown
 * instead, and further attempts follow: an error would replace the page, and a reload would lose what was typed. `preload` is called by the
 * router.
 */
export function lazily<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  NotLoaded: ComponentType<Props & NotLoadedProps> = PageNotLoaded,
) {
  let Loaded: ComponentType<Props> | undefined;
  let isReachable: boolean | undefined;
  let loading: Promise<void> | undefined;
  const attempt = async (): Promise<void> => {
    try {
      Loaded = (await load())[name];
      if (NotLoaded === PageNotLoaded) sessionStorage.removeItem(RELOADED);
    } catch {
      isReachable = await fetch('/').then(
        ({ ok }) => ok,
        () => false,
      );
      loading = undefined;
    }
  };
  const preload = () => (loading ??= attempt());
  function Lazy(props: Props) {
    const [, render] = useReducer((attempts: number) => attempts + 1, 0);
    const hasFailed = !Loaded && isReachable !== undefined;
    useEffect(() => {
      if (!hasFailed) return undefined;
      const timer = setInterval(() => void preload().then(render), RETRY_MS);
      return () => {
        clearInterval(timer);
        // The next use tries again immediately, such as a dialog that is opened again.
        isReachable = undefined;
      };
    }, [hasFailed]);
    if (Loaded) return <Loaded {...props} />;
    if (isReachable !== undefined) return <NotLoaded {...props} isReachable={isReachable} />;
    use(preload());
    return undefined;
  }
  return Object.assign(Lazy, { preload });
}

/** Returns what happened, and what to do. */
export const describeNotLoaded = (isReachable: boolean) => (isReachable ? common.notLoaded : common.offline);

/** Replaces a part of a page. */
export const PartNotLoaded = ({ isReachable }: NotLoadedProps) => (
  <div className="empty" role="alert">
    <h2>{common.problem}</h2>
    <p>{describeNotLoaded(isReachable)}</p>
    {isReachable && <Button onPress={() => location.reload()}>{common.reload}</Button>}
  </div>
);

/** Replaces a page. Loads a new version of the dashboard, once, unless a dialog over the page may have input. */
function PageNotLoaded({ isReachable }: NotLoadedProps) {
  useEffect(() => {
    if (!isReachable || sessionStorage.getItem(RELOADED) || document.querySelector('[role=dialog]')) return;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  }, [isReachable]);
  return (
    <main id="main" tabIndex={-1} className="page">
      <h1 className="unseen">{common.problem}</h1>
      <PartNotLoaded isReachable={isReachable} />
    </main>
  );
}

/** Replaces a dialog by a message, so that the dialog can be opened again. */
export function DialogNotLoaded({ isReachable, onClose }: NotLoadedProps) {
  useEffect(() => {
    showProblem(describeNotLoaded(isReachable));
    onClose?.();
  }, []);
  return undefined;
}

/** Replaces parts without which a page is complete. */
export const NothingLoaded = () => undefined;
