/** The floor: a worker that answers a Comlink call and does nothing else. */
import { expose } from 'comlink';

expose({ ping: (value: unknown) => value });
