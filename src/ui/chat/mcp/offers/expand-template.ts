/** Expands an RFC 6570 URI template; servers describe families of resources by them. */

type Operator = { first: string; between: string; isNamed: boolean; keepsReserved: boolean; ifEmpty: string };

const plain: Operator = { first: '', between: ',', isNamed: false, keepsReserved: false, ifEmpty: '' };
const operators: Readonly<Record<string, Operator>> = {
  '+': { ...plain, keepsReserved: true },
  '#': { ...plain, first: '#', keepsReserved: true },
  '.': { ...plain, first: '.', between: '.' },
  '/': { ...plain, first: '/', between: '/' },
  ';': { ...plain, first: ';', between: ';', isNamed: true },
  '?': { ...plain, first: '?', between: '&', isNamed: true, ifEmpty: '=' },
  '&': { ...plain, first: '&', between: '&', isNamed: true, ifEmpty: '=' },
};

/** A variable without a value is left out (RFC 6570, 3.2.1). */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([+#./;?&]?)([^{}]+)\}/g, (_, sign: string, list: string) => {
    const operator = operators[sign] ?? plain;
    const parts = list.split(',').flatMap((variable) => {
      const { name, most } = readVariable(variable);
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value ? [expandOne(name, value.slice(0, most), operator)] : [];
    });
    return parts.length > 0 ? operator.first + parts.join(operator.between) : '';
  });
}

/** `name*` explodes lists, which do not occur here; `name:3` takes the first three characters. */
function readVariable(variable: string): { name: string; most: number } {
  const [, name = '', most] = /^([^:*]+)\*?(?::(\d+))?$/.exec(variable.trim()) ?? [];
  return { name, most: most === undefined ? Infinity : Number(most) };
}

function expandOne(name: string, value: string, { isNamed, keepsReserved, ifEmpty }: Operator): string {
  const encoded = keepsReserved ? encodeURI(value.toWellFormed()) : encodeAll(value);
  return isNamed ? `${name}${encoded ? `=${encoded}` : ifEmpty}` : encoded;
}

/** `encodeURIComponent` leaves five characters that RFC 3986 reserves. */
function encodeAll(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
