/** Which field of a form is wrong, and why: the form passes it to its fields, however deep they are. */
import { createContext } from 'preact';

/** `field`: the name of a `Field`. */
export type FormFault = { field: string; text: string };

export const FaultContext = createContext<FormFault | null>(null);
