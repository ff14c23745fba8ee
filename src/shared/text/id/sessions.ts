/** The list of chats, in Indonesian. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'Ganti nama',
  'session.title': 'Judul',
  'session.save': 'Simpan',
  'session.pin': 'Sematkan di atas',
  'session.unpin': 'Lepas sematan',
  'session.markdown': 'Ekspor sebagai Markdown',
  'session.json': 'Ekspor sebagai JSON',
  'session.delete': 'Hapus',
  'search.searching': 'Mencari…',
  'search.none': 'Tidak ada yang ditemukan. Semua kata harus ada dalam pesan atau hasil yang sama.',
  'search.count': '{count} ditemukan',
  'search.more': 'Cari lebih jauh ke belakang',
  'search.rest': '{count} lagi di chat ini',
  'settings.titles': 'Biarkan model memberi nama chat',
  'settings.titles-hint':
    'Setelah jawaban pertama, model chat diminta membuat judul. Ini memakai beberapa ratus token, yang dihitung dalam anggaran hari itu.',
  'incoming.failed': 'Yang dibagikan tidak dapat dibaca. Bagikan lagi.',
  'install.offer': 'Instal OneClaw agar terbuka seperti aplikasi dan chat Anda tetap tersimpan.',
  'install.now': 'Instal',
  'session.tokens': 'Sejauh ini {count} token',
};
