/** Error boundary: a view that throws does not take the rest of the page with it. */
import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useLayoutEffect, useRef } from 'preact/hooks';

type ErrorBoundaryProps = {
  children: ComponentChildren;
  fallback: ComponentChildren;
  /** When this changes, the view is rendered again. */
  retryOn?: unknown;
};

export function ErrorBoundary({ children, fallback, retryOn }: ErrorBoundaryProps) {
  const boundary = useErrorBoundary((problem: unknown) => console.error(problem));
  const error: unknown = boundary[0];
  const tried = useRef(retryOn);
  useLayoutEffect(() => {
    if (tried.current === retryOn) return;
    tried.current = retryOn;
    boundary[1]();
  }, [retryOn]);
  return <>{error === undefined ? children : fallback}</>;
}
