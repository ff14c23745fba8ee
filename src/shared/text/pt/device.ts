/** Models on this device, in Portuguese (Brazil). */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'Neste dispositivo',
  'device.hint':
    'Modelos que funcionam aqui, sem servidor e sem chave. São pequenos: mais lentos e menos capazes que um serviço, mas nada do que você escreve sai do dispositivo.',
  'device.built-in': 'Modelo deste navegador',
  'device.built-in-unsupported': 'Indisponível neste navegador',
  'device.built-in-unavailable': 'Seu navegador tem um, mas não para este dispositivo.',
  'device.built-in-downloadable': 'Seu navegador pode baixá-lo, uma única vez para todos os sites.',
  'device.built-in-downloading': 'Seu navegador está baixando o modelo.',
  'device.built-in-available': 'Pronto',
  'device.use': 'Usar no chat',
  'device.use-named': 'Usar no chat: {name}',
  'device.download': 'Baixar',
  'device.downloading': 'Baixando',
  'device.copying': 'Copiando',
  'device.loading': 'Carregando na memória',
  'device.percent': '{percent}%',
  'device.cancel': 'Cancelar',
  'device.cancel-named': 'Cancelar: {name}',
  'device.remove': 'Excluir {name}',
  'device.remove-ask': 'Excluir {name} e liberar {size}?',
  'device.remove-now': 'Excluir',
  'device.keep': 'Manter',
  'device.removed': 'Modelo {name} excluído.',
  'device.add': 'Adicionar um arquivo de modelo',
  'device.choose': 'Escolher um arquivo GGUF',
  'device.address': 'Ou o endereço dele',
  'device.address-hint': 'É baixado de lá para este dispositivo só quando você toca no botão.',
  'device.suggestions': 'Modelos pequenos para começar',
  'device.added': '{name} já está aqui ({size}).',
  'device.error-not_gguf': 'Este não é um arquivo GGUF. Escolha um com nome terminado em .gguf.',
  'device.error-name_taken': 'Já existe um arquivo com este nome. Exclua-o antes ou renomeie o novo.',
  'device.error-storage_full':
    'Não há espaço suficiente para este arquivo. Libere espaço ou escolha um modelo menor.',
  'device.error-cancelled': 'Cancelado. Nada foi guardado.',
  'device.error-bad_url': 'Este não é um endereço da web que comece com https://. Corrija e tente de novo.',
  'device.error-unreachable':
    'Não foi possível baixar nada deste endereço. Confira o endereço e sua conexão; o servidor também precisa permitir páginas da web.',
  'device.error-cut': 'O arquivo foi cortado antes do fim, e nada foi guardado. Tente de novo.',
  'device.error-failed': 'Não foi possível guardar o arquivo. Tente de novo ou recarregue a página antes.',
};
