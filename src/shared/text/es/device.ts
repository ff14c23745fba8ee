/** Models on this device, in Spanish. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'En este dispositivo',
  'device.hint':
    'Modelos que funcionan aquí, sin servidor y sin clave. Son pequeños: más lentos y menos capaces que un servicio, pero nada de lo que escribes sale del dispositivo.',
  'device.built-in': 'Modelo de este navegador',
  'device.built-in-unsupported': 'No disponible en este navegador',
  'device.built-in-unavailable': 'Tu navegador tiene uno, pero no para este dispositivo.',
  'device.built-in-downloadable': 'Tu navegador puede descargarlo, una sola vez para todos los sitios web.',
  'device.built-in-downloading': 'Tu navegador lo está descargando.',
  'device.built-in-available': 'Listo',
  'device.use': 'Usar en el chat',
  'device.use-named': 'Usar en el chat: {name}',
  'device.download': 'Descargar',
  'device.downloading': 'Descargando',
  'device.copying': 'Copiando',
  'device.loading': 'Cargando en la memoria',
  'device.percent': '{percent} %',
  'device.cancel': 'Cancelar',
  'device.cancel-named': 'Cancelar: {name}',
  'device.remove': 'Eliminar {name}',
  'device.remove-ask': '¿Eliminar {name} y liberar {size}?',
  'device.remove-now': 'Eliminar',
  'device.keep': 'Conservar',
  'device.removed': 'Se eliminó {name}.',
  'device.add': 'Agregar un archivo de modelo',
  'device.choose': 'Elegir un archivo GGUF',
  'device.address': 'O su dirección',
  'device.address-hint': 'Se descarga de ahí a este dispositivo solo cuando presionas el botón.',
  'device.suggestions': 'Modelos pequeños para empezar',
  'device.added': '{name} ya está aquí ({size}).',
  'device.error-not_gguf': 'No es un archivo GGUF. Elige uno cuyo nombre termine en .gguf.',
  'device.error-name_taken':
    'Ya hay un archivo con este nombre. Elimínalo antes o cambia el nombre del nuevo.',
  'device.error-storage_full':
    'No hay espacio suficiente para este archivo. Libera espacio o elige un modelo más pequeño.',
  'device.error-cancelled': 'Se canceló. No se guardó nada.',
  'device.error-bad_url': 'No es una dirección web que empiece con https://. Corrígela e inténtalo de nuevo.',
  'device.error-unreachable':
    'No se pudo descargar nada de esta dirección. Revísala y comprueba tu conexión; el servidor también debe permitir páginas web.',
  'device.error-cut': 'El archivo se cortó antes del final y no se guardó nada. Inténtalo de nuevo.',
  'device.error-failed': 'No se pudo guardar el archivo. Inténtalo de nuevo o recarga antes la página.',
};
