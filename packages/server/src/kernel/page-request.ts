// Which requests without a route of their own are for a page: the browser application knows its screens, the server
// does not.
import type { FastifyRequest } from 'fastify'

/** Returns whether the request only reads: GET, or HEAD, which is answered alike without the body. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/**
 * Returns whether the page answers the request. Whoever asks for HTML gets it for any address outside the API, as a
 * browser's user does. A caller who takes anything, such as curl, gets it for what may be a screen; the address of a
 * missing file is a 404, because a script or a picture must not be HTML. `folders` are the folders of files.
 */
export function asksForPage(
  request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  folders: ReadonlySet<string>,
): boolean {
  const path = request.url.split('?')[0]!
  const accept = request.headers.accept ?? '*/*'
  if (!isRead(request) || /^\/(v1|ws)(\/|$)/.test(path)) return false
  if (accept.includes('text/html')) return true
  const [, first = '', ...rest] = path.split('/')
  const isFile = folders.has(first) || (rest.length === 0 && first.includes('.'))
  return !isFile && accept.includes('*/*')
}
