/** What a tool brings into a conversation, and whom it contacts. Guarded mode relies on both. */

/** A part of a result, by its origin. */
export type Returned =
  /** Words of the tool, facts that it computed, and what the model or the user gave it. */
  | 'own-words'
  /** Content, names or history of files in the workspace: private, and anyone may have written them. */
  | 'file'
  /** What a script or a command prints over files and, where allowed, the network. */
  | 'output'
  /** A page, or the answer of a service. */
  | 'page'
  /** Results of a search: pages, whose links the model may follow. */
  | 'search'
  /** The clipboard: private, and another app may have written it. */
  | 'clipboard'
  /** Entries of the address book: private, and other people may have written them. */
  | 'contacts'
  /** A fact about the user or the device that no other person wrote, such as a location. */
  | 'private'
  /** Memories, tasks and alarms: private. Those written beside text from outside carry `outsideMark`. */
  | 'kept'
  /** Excerpts of other conversations: private, with all that those contain. */
  | 'history'
  /** The answer of a tool server. */
  | 'server';

/** `Parameter`: the names of the tool's parameters. */
export type Contacts<Parameter extends string = string> =
  | { type: 'nothing' }
  /** The user, who sees, confirms or gives something. */
  | { type: 'user' }
  /** The hosts of the addresses in these parameters; they pass the egress gate before a tool host is acquired. */
  | { type: 'hosts'; parameters: readonly Parameter[] }
  /** Also hosts that only code or a file names; the egress gate checks each request. */
  | { type: 'any-host'; parameters: readonly Parameter[] }
  /** The search services that the user has chosen. */
  | { type: 'search'; purpose: 'web' | 'code' }
  /** The service that the user has chosen to locate an IP address. */
  | { type: 'ip-location' }
  /** A service with a fixed address. */
  | { type: 'service'; url: string }
  /** The tool server that announced the tool. */
  | { type: 'server' };

/** The parameters that are addresses. */
export function urlParametersOf(contacts: Contacts): readonly string[] {
  return 'parameters' in contacts ? contacts.parameters : [];
}

/** Contacts of a service that no argument names. */
export type ServiceContacts = Extract<Contacts, { type: 'search' | 'ip-location' | 'service' }>;

export function isService(contacts: Contacts): contacts is ServiceContacts {
  return ['search', 'ip-location', 'service'].includes(contacts.type);
}
