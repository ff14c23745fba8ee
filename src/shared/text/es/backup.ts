/** Backups: made, looked into, imported, and asked for in time; in Spanish. */
import type { backup as english } from '../en/backup.ts';
import type { Translation } from '../index.ts';

export const backup: Translation<typeof english> = {
  'backup.title': 'Datos',
  'backup.hint':
    'Un archivo con tus chats, archivos, agentes, modelos y configuración. No incluye las claves: tendrás que escribirlas de nuevo. Quien tenga el archivo puede leerlo.',
  'backup.export': 'Crear copia de seguridad',
  'backup.exporting': 'Creando la copia de seguridad…',
  'backup.exported': 'Copia de seguridad creada: {size}.',
  'backup.open': 'Importar una copia',
  'backup.reading': 'Leyendo la copia de seguridad…',
  'backup.preview': 'Contenido de esta copia',
  'backup.origin': 'Fecha: {date}. Creada con la versión {app}.',
  'backup.sessions': 'Chats',
  'backup.agents': 'Agentes',
  'backup.providers': 'Modelos',
  'backup.files': 'Archivos',
  'backup.added': 'nuevos: {count}',
  'backup.same': 'ya están aquí: {count}',
  'backup.differing': 'distintos: {count}',
  'backup.none': 'ninguno',
  'backup.calls': 'Registro de llamadas',
  'backup.entries': 'entradas: {count}',
  'backup.folder': 'Los archivos distintos van a la carpeta {folder}. No se reemplaza ningún archivo.',
  'backup.hosts': 'Después, las herramientas podrán acceder a {hosts}.',
  'backup.broken': 'Elementos que no se pueden leer y se omiten: {count}.',
  'backup.existing': 'Chats, agentes y modelos distintos',
  'backup.keep': 'Conservar los míos',
  'backup.replace': 'Reemplazar los míos',
  'backup.nothing': 'Todo esto ya está aquí.',
  'backup.start': 'Importar',
  'backup.importing': 'Importando…',
  'backup.done':
    'Importación lista. Chats: {sessions}, archivos: {files}, agentes: {agents}, modelos: {providers}.',
  'backup.enter-keys': 'Escribe de nuevo las claves de tus modelos, en Modelos.',
  'backup.partly':
    'Antes de eso se agregó una parte (chats: {sessions}, archivos: {files}). Lo que ya estaba aquí no cambió. Cuando se resuelva, importa el archivo de nuevo: nada se agrega dos veces.',
  'backup.untouched': 'No se cambió nada.',
  'backup.fault-not_a_backup':
    'Esto no es una copia de seguridad de OneClaw o está incompleta. Copia el archivo de nuevo.',
  'backup.fault-damaged':
    'La copia de seguridad está dañada: {part}. Copia el archivo de nuevo o usa una anterior.',
  'backup.fault-newer':
    'Esta copia de seguridad es de una versión más reciente de OneClaw. Actualiza la app y luego impórtala.',
  'backup.fault-invalid': 'La copia de seguridad contiene algo que no corresponde: {part}.',
  'backup.fault-unsafe': 'La copia de seguridad contiene un archivo cuyo nombre lleva a otro lugar: {part}.',
  'backup.fault-too_large': 'La copia de seguridad contiene más de lo que la app admite: {part}.',
  'backup.fault-no_room': 'No hay espacio suficiente en este navegador. Elimina lo que ya no necesites.',
  'backup.fault-failed': 'El navegador no lo permitió. Recarga la app e inténtalo de nuevo.',
  'backup.its-whole': 'el archivo en sí',
  'backup.last': 'Última copia de seguridad: {date}.',
  'backup.never': 'Todavía no hay ninguna copia de seguridad.',
  'backup.due': 'Conviene crear una nueva: ve a Datos.',
  'backup.note':
    'Tus chats y archivos están solo en este navegador. Una copia de seguridad los mantiene a salvo.',
  'backup.note-action': 'Crear copia',
};
