/** Models on this device, in Indonesian. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'Di perangkat ini',
  'device.hint':
    'Model yang berjalan di sini, tanpa server dan tanpa kunci. Ukurannya kecil: lebih lambat dan kurang mampu dibanding layanan, dan apa pun yang Anda tulis tidak keluar dari perangkat.',
  'device.built-in': 'Model browser ini',
  'device.built-in-unsupported': 'Tidak ada di browser ini',
  'device.built-in-unavailable': 'Browser Anda memilikinya, tetapi tidak untuk perangkat ini.',
  'device.built-in-downloadable': 'Browser Anda dapat mengunduhnya, cukup sekali untuk semua situs web.',
  'device.built-in-downloading': 'Browser Anda sedang mengunduhnya.',
  'device.built-in-available': 'Siap',
  'device.use': 'Gunakan di chat',
  'device.use-named': 'Gunakan di chat: {name}',
  'device.download': 'Unduh',
  'device.downloading': 'Mengunduh',
  'device.copying': 'Menyalin',
  'device.loading': 'Memuat ke memori',
  'device.percent': '{percent}%',
  'device.cancel': 'Batal',
  'device.cancel-named': 'Batalkan: {name}',
  'device.remove': 'Hapus {name}',
  'device.remove-ask': 'Hapus {name} dan kosongkan {size}?',
  'device.remove-now': 'Hapus',
  'device.keep': 'Tetap simpan',
  'device.removed': '{name} dihapus.',
  'device.add': 'Tambahkan file model',
  'device.choose': 'Pilih file GGUF',
  'device.address': 'Atau alamat webnya',
  'device.address-hint': 'Diunduh dari sana ke perangkat ini hanya saat Anda menekan tombolnya.',
  'device.suggestions': 'Model kecil untuk memulai',
  'device.added': '{name} sekarang ada di sini ({size}).',
  'device.error-not_gguf': 'Ini bukan file GGUF. Pilih file yang namanya berakhiran .gguf.',
  'device.error-name_taken':
    'File dengan nama ini sudah ada. Hapus dulu file itu, atau ganti nama yang baru.',
  'device.error-storage_full':
    'Ruang tidak cukup untuk file ini. Kosongkan sebagian ruang, atau pilih model yang lebih kecil.',
  'device.error-cancelled': 'Dibatalkan. Tidak ada bagian yang disimpan.',
  'device.error-bad_url': 'Ini bukan alamat web yang diawali dengan https://. Perbaiki, lalu coba lagi.',
  'device.error-unreachable':
    'Tidak ada yang dapat diunduh dari alamat ini. Periksa alamat dan koneksi Anda; server juga harus mengizinkan halaman web.',
  'device.error-cut': 'File terputus sebelum selesai, dan tidak ada bagian yang disimpan. Coba lagi.',
  'device.error-failed': 'File tidak dapat disimpan. Coba lagi, atau muat ulang halaman terlebih dahulu.',
};
