/**
 * Loads every tool that runs in the engine: for the build, which writes their definitions, and for tests. Never
 * imported by the app.
 */
import { loadDomainTools } from './load-tools.ts';

export const engineTools = (await loadDomainTools()).map(({ tool }) => tool);
