// Serves the documentation site at /docs/, under the policy of the pages. See
// docs/decisions/0127-a-site-of-the-documentation.md.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listFiles } from './list-files.ts'

/** Needs `sendFile` of the pages. A clone builds the site on demand; until then /docs/ says how. */
export async function registerDocumentation(app: FastifyInstance, directory: string): Promise<void> {
  const files = await listFiles(directory)
  const handler = (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    const name = request.params['*'] ?? ''
    const isFolder = request.url.split('?')[0]!.endsWith('/')
    if (files.size === 0) return reply.code(404).type('text/plain; charset=utf-8').send(notBuilt)
    const file = isFolder ? `${name.replace(/\/$/, '')}/index.html`.replace(/^\//, '') : name
    if (files.has(file)) return reply.sendFile(file, directory)
    const index = name === '' ? 'index.html' : `${name}/index.html`
    // Its links are relative to a folder.
    if (files.has(index)) return reply.redirect(name === '' ? '/docs/' : `/docs/${encodeURI(name)}/`, 302)
    return reply.code(404).sendFile('404.html', directory)
  }
  for (const url of ['/docs', '/docs/*']) app.route({ method: ['GET', 'HEAD'], url, handler })
}

const notBuilt = 'The documentation is not built here. Build it with: npm run docs. Then start Clubfolio again.\n'
