/** Real folders of the device and their copies, in Spanish. */
import type { mounts as english } from '../en/mounts.ts';
import type { Translation } from '../index.ts';

export const mounts: Translation<typeof english> = {
  'mounts.open': 'Abrir una carpeta de este dispositivo',
  'mounts.open-title': 'Copiar {name} en Archivos',
  'mounts.looking': 'Revisando {name}…',
  'mounts.what': 'Archivos: {count}. Tamaño: {size}.',
  'mounts.how':
    'Los agentes trabajan en la copia. La carpeta queda como está hasta que revises los cambios y los escribas en ella.',
  'mounts.left-out': 'No se copia',
  'mounts.left-heavy': 'Creado o guardado por programas: {names}',
  'mounts.left-name': 'Nombres que no se pueden usar aquí: {names}',
  'mounts.left-large': 'Más de {megabytes} MB: {names}',
  'mounts.left-unreadable': 'No se pudo leer: {names}',
  'mounts.everything': 'Copiar también lo creado por programas',
  'mounts.copy': 'Copiar',
  'mounts.choose-other': 'Elegir otra carpeta',
  'mounts.over-files':
    '{name} contiene más de {count} archivos. Elige una carpeta más pequeña dentro de ella.',
  'mounts.over-bytes': '{name} ocupa más de {megabytes} MB. Elige una carpeta más pequeña dentro de ella.',
  'mounts.over-room':
    'No hay espacio para {name}. Elimina lo que ya no necesites o elige una carpeta más pequeña.',
  'mounts.copying': 'Copiando {name}…',
  'mounts.copy-of': 'Copia de {name}, de este dispositivo',
  'mounts.changes': 'Cambios',
  'mounts.changes-to': 'Cambios en {name}',
  'mounts.comparing': 'Comparando la copia con la carpeta…',
  'mounts.ask': 'El navegador pide otra vez tu permiso para que OneClaw vea {name}.',
  'mounts.allow': 'Permitir acceso',
  'mounts.refused':
    'El navegador no dejó entrar a OneClaw en {name}. Allí no cambió nada y tu copia sigue igual.',
  'mounts.gone':
    'No se encuentra {name}. Se movió o se eliminó, o su disco no está conectado. Tu copia sigue igual.',
  'mounts.unknown': '{name} no está conectada a una carpeta de este dispositivo.',
  'mounts.alike': 'La copia y la carpeta son iguales.',
  'mounts.to-write': 'Cambiado aquí',
  'mounts.to-write-hint': 'Solo se escribe en la carpeta lo que está marcado.',
  'mounts.tick': 'Escribir {path}',
  'mounts.tick-all': 'Todo',
  'mounts.outside-changed':
    'También cambió en la carpeta. Si lo marcas, lo tuyo se escribe encima y esa versión se guarda en Archivos.',
  'mounts.outside-created':
    'En la carpeta apareció algo con este nombre. Si lo marcas, lo tuyo se escribe encima y aquello se guarda en Archivos.',
  'mounts.outside-deleted': 'Se eliminó en la carpeta. Si lo marcas, se vuelve a escribir allí.',
  'mounts.take-theirs': 'Usar la versión de la carpeta',
  'mounts.no-diff': 'No se puede comparar como texto.',
  'mounts.chosen': '{chosen} de {count} marcados',
  'mounts.write': 'Escribir en la carpeta',
  'mounts.writing': 'Escribiendo…',
  'mounts.incoming': 'Cambiado en la carpeta',
  'mounts.incoming-hint': 'Al traerlos, estos cambios pasan a la copia. Deshacer recupera lo que había aquí.',
  'mounts.fetch': 'Volver a traer',
  'mounts.fetching': 'Trayendo…',
  'mounts.fetched': 'Traído de {name}: {count}.',
  'mounts.written': 'Escrito en la carpeta: {count}.',
  'mounts.why-changed': '{path}: queda como está, porque cambió mientras mirabas.',
  'mounts.why-failed': '{path}: queda como está, porque no se pudo escribir.',
  'mounts.why-held': '{path}: no se eliminó, porque algo más no se escribió.',
  'mounts.kept': 'Lo que se reemplazó está guardado en {name}.',
  'mounts.kept-folder': '{name} (reemplazado)',
  'mounts.copy-gone':
    'La copia ya no está en Archivos. Eso no elimina nada en la carpeta. Vuelve a traerla o desconecta la carpeta.',
  'mounts.disconnect': 'Desconectar',
  'mounts.disconnect-hint': 'OneClaw olvida la carpeta. La copia queda en Archivos.',
  'mounts.disconnected': '{name} se desconectó. La copia queda en Archivos.',
  'mounts.tree': 'Carpetas',
};
