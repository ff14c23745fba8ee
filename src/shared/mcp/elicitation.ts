/** Elicitation: a tool server (MCP) asks the user during a call to fill in a form or to visit an address. */
import { assertNever } from '../assert-never.ts';

type Named = { name: string; title: string; description: string; isRequired: boolean };

export type FormOption = { value: string; label: string };

export type FormField = Named &
  (
    | {
        type: 'text';
        format?: 'email' | 'uri' | 'date' | 'date-time';
        minLength?: number;
        maxLength?: number;
        value?: string;
      }
    | { type: 'number'; isInteger: boolean; minimum?: number; maximum?: number; value?: number }
    | { type: 'boolean'; value?: boolean }
    | { type: 'choice'; options: FormOption[]; value?: string }
    | { type: 'choices'; options: FormOption[]; minItems?: number; maxItems?: number; value?: string[] }
  );

/** `server` is the title of the server that asks. `value` in a field is the server's default. */
export type Elicitation =
  | { mode: 'form'; server: string; message: string; fields: FormField[] }
  /** The user reads the whole address first; nothing opens by itself. */
  | { mode: 'url'; server: string; message: string; url: string };

export type FormValue = string | number | boolean | string[];
/** The answer to a form; `denied` declines it, and `allowed` is the answer to an address. */
export type FilledForm = { values: Record<string, FormValue> };

type TextFormat = NonNullable<(FormField & { type: 'text' })['format']>;

/** The check of a text field's format, by the page when the form is sent and by the engine before the server gets it. */
export function matchesFormat(value: string, format: TextFormat): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value);
    case 'uri':
      return URL.canParse(value);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'date-time':
      return !Number.isNaN(Date.parse(value));
    default:
      return assertNever(format);
  }
}
