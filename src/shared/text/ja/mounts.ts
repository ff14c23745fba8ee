/** Real folders of the device and their copies, in Japanese. */
import type { mounts as english } from '../en/mounts.ts';
import type { Translation } from '../index.ts';

export const mounts: Translation<typeof english> = {
  'mounts.open': 'このデバイスのフォルダを開く',
  'mounts.open-title': '「{name}」をファイルにコピー',
  'mounts.looking': '「{name}」を調べています…',
  'mounts.what': 'ファイル数: {count}。サイズ: {size}。',
  'mounts.how':
    'エージェントはコピーの中で作業します。変更を確認して書き戻すまで、フォルダ自体はそのままです。',
  'mounts.left-out': 'コピーしないもの',
  'mounts.left-heavy': 'プログラムが作成または管理: {names}',
  'mounts.left-name': 'ここでは使えない名前: {names}',
  'mounts.left-large': '{megabytes} MBを超えるもの: {names}',
  'mounts.left-unreadable': '読み取れないもの: {names}',
  'mounts.everything': 'プログラムが作成したものもコピー',
  'mounts.copy': 'コピー',
  'mounts.choose-other': '別のフォルダを選ぶ',
  'mounts.over-files': '「{name}」のファイルは{count}個を超えています。中の小さいフォルダを選んでください。',
  'mounts.over-bytes': '「{name}」は{megabytes} MBを超えています。中の小さいフォルダを選んでください。',
  'mounts.over-room':
    '「{name}」を入れる空きがありません。不要なものを削除するか、小さいフォルダを選んでください。',
  'mounts.copying': '「{name}」をコピーしています…',
  'mounts.copy-of': 'このデバイスの「{name}」のコピー',
  'mounts.changes': '変更',
  'mounts.changes-to': '「{name}」への変更',
  'mounts.comparing': 'コピーとフォルダを比べています…',
  'mounts.ask': 'OneClawが「{name}」を見るには、ブラウザでもう一度許可が必要です。',
  'mounts.allow': 'アクセスを許可',
  'mounts.refused':
    'ブラウザがOneClawに「{name}」へのアクセスを許可しませんでした。そこでは何も変わらず、コピーも元のままです。',
  'mounts.gone':
    '「{name}」が見つかりません。移動または削除されたか、ドライブが接続されていません。コピーは元のままです。',
  'mounts.unknown': '「{name}」はこのデバイスのフォルダにつながっていません。',
  'mounts.alike': 'コピーとフォルダは同じです。',
  'mounts.to-write': 'ここでの変更',
  'mounts.to-write-hint': 'チェックしたものだけがフォルダに書き込まれます。',
  'mounts.tick': '「{path}」を書き込む',
  'mounts.tick-all': 'すべて',
  'mounts.outside-changed':
    'フォルダでも変更されています。チェックすると自分の内容で上書きし、フォルダの内容はファイルに残します。',
  'mounts.outside-created':
    '同じ名前のものがフォルダに加わっています。チェックすると自分の内容で上書きし、元のものはファイルに残します。',
  'mounts.outside-deleted': 'フォルダでは削除されています。チェックすると、もう一度書き込みます。',
  'mounts.take-theirs': 'フォルダの内容を使う',
  'mounts.no-diff': 'テキストとして比べられません。',
  'mounts.chosen': '{count}件中{chosen}件をチェック',
  'mounts.write': 'フォルダに書き込む',
  'mounts.writing': '書き込んでいます…',
  'mounts.incoming': 'フォルダでの変更',
  'mounts.incoming-hint': '取り込むとコピーに反映されます。「元に戻す」で以前の内容に戻せます。',
  'mounts.fetch': 'もう一度取り込む',
  'mounts.fetching': '取り込んでいます…',
  'mounts.fetched': '「{name}」から取り込みました: {count}件。',
  'mounts.written': 'フォルダに書き込みました: {count}件。',
  'mounts.why-changed': '{path}: 確認中に変わったため、そのままにしました。',
  'mounts.why-failed': '{path}: 書き込めなかったため、そのままです。',
  'mounts.why-held': '{path}: ほかに書き込めなかったものがあるため、削除していません。',
  'mounts.kept': '上書きされたものは「{name}」に残してあります。',
  'mounts.kept-folder': '{name}（置き換え前）',
  'mounts.copy-gone':
    'コピーがファイルにありません。それでフォルダの中身が消えることはありません。もう一度取り込むか、接続を解除してください。',
  'mounts.disconnect': '接続を解除',
  'mounts.disconnect-hint': 'OneClawはこのフォルダを忘れます。コピーはファイルに残ります。',
  'mounts.disconnected': '「{name}」の接続を解除しました。コピーはファイルに残ります。',
  'mounts.tree': 'フォルダ',
};
