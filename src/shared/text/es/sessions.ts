/** The list of chats, in Spanish. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'Cambiar nombre',
  'session.title': 'Título',
  'session.save': 'Guardar',
  'session.pin': 'Fijar arriba',
  'session.unpin': 'Desfijar',
  'session.markdown': 'Exportar como Markdown',
  'session.json': 'Exportar como JSON',
  'session.delete': 'Eliminar',
  'search.searching': 'Buscando…',
  'search.none': 'No se encontró nada. Todas las palabras deben estar en el mismo mensaje o resultado.',
  'search.count': 'Resultados: {count}',
  'search.more': 'Buscar más atrás',
  'search.rest': '{count} más en este chat',
  'settings.titles': 'Dejar que el modelo titule los chats',
  'settings.titles-hint':
    'Tras la primera respuesta, se le pide un título al modelo del chat. Cuesta unos cientos de tokens, que cuentan para el límite diario.',
  'incoming.failed': 'No se pudo leer lo compartido. Compártelo de nuevo.',
  'install.offer': 'Instala OneClaw para abrirlo como una app y conservar tus chats.',
  'install.now': 'Instalar',
  'session.tokens': 'Tokens hasta ahora: {count}',
};
