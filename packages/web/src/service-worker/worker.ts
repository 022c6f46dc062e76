// The service worker of the application, at /service-worker.js. It lets the application start without a line: it
// stores the files of the application and answers pages and files. It never sees a figure: calls go past it.
// See docs/decisions/0112-an-application-that-starts-offline.md.
import { registerPushEvents } from './push-events.ts'
import { filesOf, outdated, sourceOf, storable } from './stored-files.ts'
import type { WorkerMessage } from './worker-message.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by the build: the version is a hash of the list. */
declare const __PRECACHE__: { readonly version: string; readonly files: readonly string[] }

const { version, files } = __PRECACHE__
const pageFile = '/'

self.addEventListener('install', (event) => {
  // A file with a hash in its name comes from the browser's own cache when the page has just loaded it.
  const requests = files.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }))
  event.waitUntil(caches.open(filesOf(version)).then((store) => store.addAll(requests)))
})

self.addEventListener('activate', (event) => {
  const begin = async () => {
    const names = outdated(await caches.keys(), version)
    await Promise.all(names.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(begin())
})

self.addEventListener('message', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pages of this origin send it, and nobody else can
  const message = event.data as WorkerMessage
  if (message.kind === 'take-over') event.waitUntil(self.skipWaiting())
  if (message.kind === 'is-yours') event.ports[0]?.postMessage(files.includes(message.file))
  if (message.kind === 'store') event.waitUntil(store(message.urls))
})

self.addEventListener('fetch', (event) => {
  const source = sourceOf(event.request, self.location.origin, files)
  if (source === 'page') event.respondWith(answerPage(event.request))
  if (source === 'file') event.respondWith(answerFile(event.request))
})

registerPushEvents(self)

/** The newest page whenever the server answers. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (failure) {
    const page = await caches.match(pageFile, { cacheName: filesOf(version) })
    if (page) return page
    throw failure
  }
}

/** What is not stored yet is stored when a screen needs it first. */
async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(filesOf(version))
  const { pathname } = new URL(request.url)
  const stored = await cache.match(pathname, { ignoreVary: true })
  if (stored) return stored
  const answer = await fetch(request)
  // A full disk must not keep a screen from opening.
  if (answer.ok && pathname.startsWith('/assets/')) await cache.put(pathname, answer.clone()).catch(() => undefined)
  return answer
}

async function store(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(filesOf(version))
  for (const file of storable(urls, self.location.origin)) {
    if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file).catch(() => undefined)
  }
}
