/** Models on this device, in Japanese. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'このデバイス',
  'device.hint':
    'サーバーもキーも使わず、このデバイスで動くモデルです。小型のため、サービスのモデルより遅く性能も控えめですが、入力した内容がデバイスの外に出ることはありません。',
  'device.built-in': 'このブラウザのモデル',
  'device.built-in-unsupported': 'このブラウザにはありません',
  'device.built-in-unavailable': 'ブラウザには搭載されていますが、このデバイスでは使えません。',
  'device.built-in-downloadable':
    'ブラウザでダウンロードできます。一度ダウンロードすれば、すべてのウェブサイトで使えます。',
  'device.built-in-downloading': 'ブラウザがダウンロードしています。',
  'device.built-in-available': '利用できます',
  'device.use': 'チャットで使う',
  'device.use-named': 'チャットで使う：{name}',
  'device.download': 'ダウンロード',
  'device.downloading': 'ダウンロード中',
  'device.copying': 'コピー中',
  'device.loading': 'メモリに読み込み中',
  'device.percent': '{percent}%',
  'device.cancel': 'キャンセル',
  'device.cancel-named': 'キャンセル：{name}',
  'device.remove': '「{name}」を削除',
  'device.remove-ask': '「{name}」を削除して、{size}を空けますか？',
  'device.remove-now': '削除',
  'device.keep': '残す',
  'device.removed': '「{name}」を削除しました。',
  'device.add': 'モデルファイルを追加',
  'device.choose': 'GGUFファイルを選択',
  'device.address': 'またはそのURL',
  'device.address-hint': 'ボタンを押したときにだけ、そこからこのデバイスにダウンロードします。',
  'device.suggestions': '最初に試したい小型モデル',
  'device.added': '「{name}」を追加しました（{size}）。',
  'device.error-not_gguf': 'GGUFファイルではありません。名前が.ggufで終わるファイルを選んでください。',
  'device.error-name_taken':
    '同じ名前のファイルがすでにあります。先に削除するか、新しいファイルの名前を変えてください。',
  'device.error-storage_full':
    'このファイルを保存する空き容量がありません。空き容量を増やすか、より小さいモデルを選んでください。',
  'device.error-cancelled': 'キャンセルしました。データは残っていません。',
  'device.error-bad_url': 'https://で始まるウェブアドレスではありません。修正して、もう一度お試しください。',
  'device.error-unreachable':
    'このURLからダウンロードできませんでした。URLと接続を確認してください。サーバーがウェブページからの接続を許可している必要もあります。',
  'device.error-cut': 'ファイルが途中で途切れたため、データは残っていません。もう一度お試しください。',
  'device.error-failed':
    'ファイルを保存できませんでした。もう一度試すか、ページを再読み込みしてからお試しください。',
};
