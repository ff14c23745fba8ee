/** What a server of tools asks the user in the middle of a call: a form of plain fields, or an address to visit. */

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

/** `server` is the title of the one who asks; never anything of ours. `value` in a field is the server's proposal. */
export type Elicitation =
  | { mode: 'form'; server: string; message: string; fields: FormField[] }
  /** The user reads the whole address before they go there; nothing is opened by itself. */
  | { mode: 'url'; server: string; message: string; url: string };

export type FormValue = string | number | boolean | string[];
/** The filled form; `denied` declines instead, and `allowed` says yes to an address. */
export type FilledForm = { values: Record<string, FormValue> };
