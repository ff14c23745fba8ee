/** Context with the state of the page. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AppState } from '#src/state/app-state.ts';

export const AppContext = createContext<AppState | null>(null);

export function useApp(): AppState {
  const app = useContext(AppContext);
  if (!app) throw new Error('A view was rendered outside <AppContext>.');
  return app;
}
