/** Backups: made, looked into, imported, and asked for in time; in Japanese. */
import type { backup as english } from '../en/backup.ts';
import type { Translation } from '../index.ts';

export const backup: Translation<typeof english> = {
  'backup.title': 'データ',
  'backup.hint':
    'チャット、ファイル、エージェント、モデル、設定を1つのファイルにまとめます。キーは含まれないため、あとで入力し直す必要があります。ファイルを手にした人は誰でも内容を読めます。',
  'backup.export': 'すべてバックアップ',
  'backup.exporting': 'バックアップを作成しています…',
  'backup.exported': 'バックアップを作成しました（{size}）。',
  'backup.open': 'バックアップをインポート',
  'backup.reading': 'バックアップを読み込んでいます…',
  'backup.preview': 'このバックアップの内容',
  'backup.origin': '作成日時：{date}（バージョン{app}）。',
  'backup.sessions': 'チャット',
  'backup.agents': 'エージェント',
  'backup.providers': 'モデル',
  'backup.files': 'ファイル',
  'backup.added': '新規{count}件',
  'backup.same': '既存{count}件',
  'backup.differing': '相違{count}件',
  'backup.none': 'なし',
  'backup.calls': '呼び出しログ',
  'backup.entries': '{count}件',
  'backup.folder':
    '内容が異なるファイルは、フォルダ「{folder}」に入ります。既存のファイルは置き換えられません。',
  'backup.hosts': 'インポートすると、ツールが次のアドレスに接続できるようになります：{hosts}。',
  'backup.broken': '読み取れないため除外：{count}件。',
  'backup.existing': '内容が異なるチャット、エージェント、モデル',
  'backup.keep': '今の内容を残す',
  'backup.replace': '置き換える',
  'backup.nothing': '内容はすべて、すでにここにあります。',
  'backup.start': 'インポート',
  'backup.importing': 'インポートしています…',
  'backup.done':
    'インポートしました。チャット：{sessions}、ファイル：{files}、エージェント：{agents}、モデル：{providers}。',
  'backup.enter-keys': '「モデル」で、モデルのキーを入力し直してください。',
  'backup.partly':
    'それまでに追加されたもの：チャット{sessions}件、ファイル{files}件。もとからあったものは変わっていません。問題を解決してから、同じファイルをもう一度インポートしてください。二重に追加されることはありません。',
  'backup.untouched': '何も変更されていません。',
  'backup.fault-not_a_backup':
    'OneClawのバックアップではないか、ファイルが不完全です。ファイルをコピーし直してください。',
  'backup.fault-damaged':
    'バックアップが壊れています（{part}）。ファイルをコピーし直すか、以前のバックアップを使ってください。',
  'backup.fault-newer':
    'このバックアップは、より新しいバージョンのOneClawで作成されています。アプリを更新してからインポートしてください。',
  'backup.fault-invalid': 'バックアップに、あるはずのない内容が含まれています：{part}。',
  'backup.fault-unsafe': 'バックアップに、名前が別の場所を指すファイルが含まれています：{part}。',
  'backup.fault-too_large': 'バックアップに、アプリで扱える量を超える内容が含まれています：{part}。',
  'backup.fault-no_room': 'このブラウザの空き容量が足りません。不要なものを削除してください。',
  'backup.fault-failed': 'ブラウザで許可されませんでした。アプリを再読み込みして、もう一度お試しください。',
  'backup.its-whole': 'アーカイブ全体',
  'backup.last': '前回のバックアップ：{date}。',
  'backup.never': 'まだバックアップがありません。',
  'backup.due': '「データ」で新しいバックアップを作成することをおすすめします。',
  'backup.note': 'チャットとファイルはこのブラウザにしかありません。バックアップしておくと安心です。',
  'backup.note-action': 'バックアップ',
};
