/** The list of chats, in Portuguese (Brazil). */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'Renomear',
  'session.title': 'Título',
  'session.save': 'Salvar',
  'session.pin': 'Fixar no topo',
  'session.unpin': 'Desafixar',
  'session.markdown': 'Exportar como Markdown',
  'session.json': 'Exportar como JSON',
  'session.delete': 'Excluir',
  'search.searching': 'Buscando…',
  'search.none': 'Nada encontrado. Todas as palavras precisam estar na mesma mensagem ou resultado.',
  'search.count': 'Resultados: {count}',
  'search.more': 'Buscar mais atrás',
  'search.rest': 'Mais {count} neste chat',
  'settings.titles': 'Deixar o modelo dar título aos chats',
  'settings.titles-hint':
    'Depois da primeira resposta, o modelo do chat recebe um pedido de título. Isso custa algumas centenas de tokens, que contam no limite diário.',
  'incoming.failed': 'Não foi possível ler o que foi compartilhado. Compartilhe de novo.',
  'install.offer': 'Instale o OneClaw para abri-lo como um app e manter seus chats.',
  'install.now': 'Instalar',
  'session.tokens': 'Tokens até agora: {count}',
};
