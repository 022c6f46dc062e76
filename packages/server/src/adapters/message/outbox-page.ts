// The development page /outbox: the last messages that would have been sent. It exists only while the outbox is the
// sender and the demonstration is not public, and is served to this machine only: its codes open every account.
import { Refusal } from '@clubfolio/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { isLocalRequest } from '../../kernel/local-request.ts'

export function registerOutboxPage(app: FastifyInstance, db: Db): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLocalRequest(request)) throw new Refusal('unknownRoute')
    const messages = await db.selectFrom('outbox_message').selectAll().orderBy('position', 'desc').limit(50).execute()
    const rows = messages
      .map(
        (message) =>
          `<tr><td>${message.created_at.toISOString()}</td><td>${message.channel}</td>` +
          `<td>${escapeHtml(message.recipient)}</td><td>${escapeHtml(message.subject)}</td>` +
          `<td><pre>${escapeHtml(message.body)}</pre></td></tr>`,
      )
      .join('')
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page(rows))
  }
  app.route({ method: ['GET', 'HEAD'], url: '/outbox', handler })
}

const page = (rows: string) => `<!doctype html><html lang="en"><head><title>Outbox - Clubfolio</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; }
body { font: 14px/20px system-ui, sans-serif; margin: 24px; max-width: 1100px; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: 6px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid #8886; }
pre { margin: 0; font: inherit; white-space: pre-wrap; }
</style></head>
<body><main><h1>Outbox</h1><p>Text messages and mails that a live installation would send. Reload to see newer ones.</p>
<table><thead><tr><th>Time (UTC)</th><th>Kind</th><th>To</th><th>Subject</th><th>Text</th></tr></thead>
<tbody>${rows}</tbody></table></main></body></html>`

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
