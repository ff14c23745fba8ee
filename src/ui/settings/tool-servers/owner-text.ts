/** A text for a server's owner: what failed, and the CORS headers that this app needs. */
import type { McpDiagnosis } from '#shared/mcp/mcp-diagnosis.ts';
import { hostOf, serverSentence } from '#src/state/text/server-sentences.ts';
import { t } from '#src/state/text/text.ts';

export function ownerText({ url, findings, forOwner }: McpDiagnosis): string {
  const { origin, methods, allowHeaders, exposeHeaders } = forOwner;
  const host = hostOf(url);
  const problems = findings.flatMap((finding) =>
    finding.verdict === 'problem'
      ? [`- ${serverSentence({ ...finding, type: finding.problem, host })}${statusOf(finding.status)}`]
      : [],
  );
  return [
    t('mcp.owner-intro', { origin, url }),
    ...problems,
    '',
    t('mcp.owner-needs'),
    `Access-Control-Allow-Origin: ${origin}`,
    `Access-Control-Allow-Methods: ${methods.join(', ')}`,
    `Access-Control-Allow-Headers: ${allowHeaders.join(', ')}`,
    `Access-Control-Expose-Headers: ${exposeHeaders.join(', ')}`,
  ].join('\n');
}

function statusOf(status: number | undefined): string {
  return status === undefined ? '' : ` (HTTP ${status})`;
}
