// The headers of every page: no script at all, our own stylesheet, forms only to our own origin and, on the consent
// page, to the callback, because browsers apply `form-action` to the redirect that follows a form as well.

import type { FastifyReply } from 'fastify'

/** Sends a page. `formTarget` is another origin to which a form may redirect. */
export function sendPage(reply: FastifyReply, page: string, formTarget: string | null = null): FastifyReply {
  const target = formTarget === null ? '' : ` ${formTarget}`
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${target}; frame-ancestors 'none'; ` +
        "base-uri 'none'",
    )
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'unsafe-none')
    .send(page)
}
