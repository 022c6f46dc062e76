// `npm run docs`: builds the documentation site into site/dist, which the product serves at /docs/. With `-- --serve` it
// serves the site from the texts, on this machine only, and shows a change of a text at once.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { serve: { type: 'boolean' }, port: { type: 'string', default: '4620' } } })

requireNode(root)
await installWhenStale(root, console.error)
// The site's configuration finds the texts from here.
process.chdir(root)
if (values.serve) {
  const { createServer } = await import('vitepress')
  const server = await createServer('site', { host: '127.0.0.1', port: Number(values.port) })
  await server.listen()
  server.printUrls()
} else {
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vitepress')
  await build('site')
}
