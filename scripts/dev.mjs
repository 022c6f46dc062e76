// `npm run dev`: server and pages from their sources. A change of the server restarts it, a change of a page shows at
// once. The paper brokerage runs as it was built; `npm run build` and a restart bring a change of it in.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './set-up/build-when-stale.mjs'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (/** @type {string} */ line) => console.log(line)
/** Browsers open this address; the server accepts sockets and links from it. */
const pagesPort = process.env['PAGES_PORT'] ?? '5173'
const origin = `http://127.0.0.1:${pagesPort}`

try {
  requireNode(root)
  await installWhenStale(root, say)
  await buildWhenStale(root, say)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const sources = ['--conditions=source', '--import', 'tsx', 'packages/server/src/main.ts']
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', ...sources], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CLUBFOLIO_ORIGIN: origin },
})
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
const pages = spawn(process.execPath, [vite, '--port', pagesPort, '--strictPort', '--clearScreen', 'false'], {
  cwd: fileURLToPath(new URL('../packages/web', import.meta.url)),
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CLUBFOLIO_API: `http://127.0.0.1:${process.env['PORT'] ?? '4600'}` },
})
say(`Open ${origin}. The server restarts when its sources change.`)

const both = [server, pages]
for (const child of both) {
  child.once('exit', (code) => {
    for (const other of both) if (other !== child) other.kill('SIGTERM')
    process.exitCode ??= code ?? 1
  })
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    process.exitCode = 0
    for (const child of both) child.kill('SIGTERM')
  })
}
