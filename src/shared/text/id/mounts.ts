/** Real folders of the device and their copies, in Indonesian. */
import type { mounts as english } from '../en/mounts.ts';
import type { Translation } from '../index.ts';

export const mounts: Translation<typeof english> = {
  'mounts.open': 'Buka folder di perangkat ini',
  'mounts.open-title': 'Salin {name} ke File',
  'mounts.looking': 'Memeriksa {name}…',
  'mounts.what': 'File: {count}. Ukuran: {size}.',
  'mounts.how':
    'Agen bekerja pada salinannya. Foldernya tetap seperti semula sampai Anda memeriksa perubahan dan menuliskannya kembali.',
  'mounts.left-out': 'Tidak disalin',
  'mounts.left-heavy': 'Dibuat atau dikelola program: {names}',
  'mounts.left-name': 'Nama yang tidak dapat dipakai di sini: {names}',
  'mounts.left-large': 'Lebih besar dari {megabytes} MB: {names}',
  'mounts.left-unreadable': 'Tidak dapat dibaca: {names}',
  'mounts.everything': 'Salin juga yang dibuat program',
  'mounts.copy': 'Salin',
  'mounts.choose-other': 'Pilih folder lain',
  'mounts.over-files': '{name} berisi lebih dari {count} file. Pilih folder yang lebih kecil di dalamnya.',
  'mounts.over-bytes': '{name} lebih besar dari {megabytes} MB. Pilih folder yang lebih kecil di dalamnya.',
  'mounts.over-room':
    'Ruang tidak cukup untuk {name}. Hapus yang tidak diperlukan lagi, atau pilih folder yang lebih kecil.',
  'mounts.copying': 'Menyalin {name}…',
  'mounts.copy-of': 'Salinan {name} dari perangkat ini',
  'mounts.changes': 'Perubahan',
  'mounts.changes-to': 'Perubahan pada {name}',
  'mounts.comparing': 'Membandingkan salinan dengan folder…',
  'mounts.ask': 'Browser meminta izin Anda sekali lagi sebelum OneClaw dapat melihat {name}.',
  'mounts.allow': 'Izinkan akses',
  'mounts.refused':
    'Browser tidak mengizinkan OneClaw masuk ke {name}. Tidak ada yang berubah di sana, dan salinan Anda tetap seperti semula.',
  'mounts.gone':
    '{name} tidak ditemukan. Folder itu dipindahkan atau dihapus, atau drivenya tidak terhubung. Salinan Anda tetap seperti semula.',
  'mounts.unknown': '{name} tidak terhubung ke folder di perangkat ini.',
  'mounts.alike': 'Salinan dan folder sudah sama.',
  'mounts.to-write': 'Diubah di sini',
  'mounts.to-write-hint': 'Hanya yang dicentang yang ditulis ke folder.',
  'mounts.tick': 'Tulis {path}',
  'mounts.tick-all': 'Semua',
  'mounts.outside-changed':
    'File ini juga berubah di folder. Jika dicentang, versi Anda menggantikannya, dan versi itu disimpan di File.',
  'mounts.outside-created':
    'Ada yang baru dengan nama ini di folder. Jika dicentang, milik Anda menggantikannya, dan yang lama disimpan di File.',
  'mounts.outside-deleted': 'File ini dihapus di folder. Jika dicentang, file ditulis lagi di sana.',
  'mounts.take-theirs': 'Ambil versi folder',
  'mounts.no-diff': 'Ini tidak dapat dibandingkan sebagai teks.',
  'mounts.chosen': '{chosen} dari {count} dicentang',
  'mounts.write': 'Tulis ke folder',
  'mounts.writing': 'Menulis…',
  'mounts.incoming': 'Diubah di folder',
  'mounts.incoming-hint':
    'Mengambil membawa perubahan ini ke salinan. Urungkan mengembalikan yang semula di sini.',
  'mounts.fetch': 'Ambil lagi',
  'mounts.fetching': 'Mengambil…',
  'mounts.fetched': 'Diambil dari {name}: {count}.',
  'mounts.written': 'Ditulis ke folder: {count}.',
  'mounts.why-changed': '{path}: dibiarkan, karena berubah saat Anda memeriksa.',
  'mounts.why-failed': '{path}: dibiarkan, karena gagal ditulis.',
  'mounts.why-held': '{path}: tidak dihapus, karena ada hal lain yang tidak tertulis.',
  'mounts.kept': 'Yang digantikan disimpan di {name}.',
  'mounts.kept-folder': '{name} (digantikan)',
  'mounts.copy-gone':
    'Salinannya tidak ada lagi di File. Itu tidak menghapus apa pun di folder. Ambil lagi, atau putuskan foldernya.',
  'mounts.disconnect': 'Putuskan',
  'mounts.disconnect-hint': 'OneClaw melupakan folder ini. Salinannya tetap di File.',
  'mounts.disconnected': '{name} diputuskan. Salinannya tetap di File.',
  'mounts.tree': 'Folder',
};
