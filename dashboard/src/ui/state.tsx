import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { common } from '#texts/common';
import { isNotFound, messageOf, sentenceOf } from '../api.ts';
import { Button, LinkButton } from './button.tsx';

/** The shape of what comes, until it comes. */
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

/** Nothing here yet: what it is for, and how it begins. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div className="empty">
    {icon && <span className="empty-icon">{icon}</span>}
    <h2>{title}</h2>
    {children}
  </div>
);

/** What went wrong, in the server's words, and what to do. */
export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => (
  <div className="empty" role="alert">
    <h2>{common.problem}</h2>
    <p>{sentenceOf(error)}</p>
    {onRetry && <Button onPress={onRetry}>{common.retry}</Button>}
  </div>
);

/** A page in place of one that is not there, or not theirs. */
export const NotFound = ({ said = common.notFound }: { said?: string }) => (
  <main id="main" tabIndex={-1} className="narrow">
    <h1>{said}</h1>
    <p className="soft">{common.notFoundHint}</p>
    <LinkButton to="/">{common.toStart}</LinkButton>
  </main>
);

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  skeleton?: ReactNode;
  /** It is all there is between the frame and its content. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
}

/** What a query brings, or its skeleton, or what went wrong. What was shown once stays while it is asked anew. */
export const Loaded = <T,>({ query, skeleton = <Skeleton />, isPage = false, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data);
  if (isPage && isNotFound(query.error)) return <NotFound said={messageOf(query.error)} />;
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

/** The title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.brand}`;
  }, [title]);
}
