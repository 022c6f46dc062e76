// Which requests without a route of their own are for a page.
import { isPageAddress } from '@clubfolio/contract'
import type { FastifyRequest } from 'fastify'

/** Returns whether the request only reads: GET, or HEAD, which is answered alike without the body. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/**
 * Returns whether the page answers the request. A browser that opens an address takes HTML and gets the page for any
 * address outside the API, which says that it does not exist. A caller who takes anything, such as curl, gets it at the
 * addresses of pages; elsewhere a script or a probe must not take HTML for an answer.
 */
export function asksForPage(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = request.url.split('?')[0]!
  const accept = request.headers.accept ?? '*/*'
  if (!isRead(request) || path.startsWith('/v1/')) return false
  return accept.includes('text/html') || (accept.includes('*/*') && isPageAddress(path))
}
