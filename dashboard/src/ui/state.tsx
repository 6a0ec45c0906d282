import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { common } from '#texts/common';
import { isNotFound, messageOf, toSentence } from '../api.ts';
import { Button, LinkButton } from './button.tsx';

/** Placeholder while content loads. */
export const Skeleton = ({ lines = 3, height = '1rem' }: { lines?: number; height?: string }) => (
  <div className="skeleton" role="status" aria-label={common.loading}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} style={{ height }} />
    ))}
  </div>
);

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
}

/** Empty state with a title and the next step. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div className="empty">
    {icon && <span className="empty-icon">{icon}</span>}
    <h2>{title}</h2>
    {children}
  </div>
);

/** Error message of the server with a retry button. */
export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => (
  <div className="empty" role="alert">
    <h2>{common.problem}</h2>
    <p>{toSentence(error)}</p>
    {onRetry && <Button onPress={onRetry}>{common.retry}</Button>}
  </div>
);

/** Page for missing or inaccessible resources. */
export const NotFound = ({ message = common.notFound }: { message?: string }) => (
  <main id="main" tabIndex={-1} className="narrow">
    <h1>{message}</h1>
    <p className="soft">{common.notFoundHint}</p>
    {/* A new document, because a frame of another site must not become the dashboard. */}
    <LinkButton to="/" reloadDocument>
      {common.toStart}
    </LinkButton>
  </main>
);

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  skeleton?: ReactNode;
  /** The content is the whole page. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
}

/** Renders the result of a query, a placeholder while it loads, or its error. Keeps the previous result during a refresh. */
export const Loaded = <T,>({ query, skeleton = <Skeleton />, isPage = false, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data);
  if (isPage && isNotFound(query.error)) return <NotFound message={messageOf(query.error)} />;
  const inPlace = query.error ? <Problem error={query.error} onRetry={() => void query.refetch()} /> : skeleton;
  return isPage ? (
    <main id="main" tabIndex={-1} className="page">
      <h1 className="unseen">{query.error ? common.problem : common.loading}</h1>
      {inPlace}
    </main>
  ) : (
    inPlace
  );
};

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.brand}`;
  }, [title]);
}
