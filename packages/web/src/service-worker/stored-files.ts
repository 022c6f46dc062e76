// What the service worker answers from this device: the files of the application, never an answer of the server.
// Everything it stores is public and the same for everybody; figures are kept by the page (kernel/kept-figures.ts),
// which knows whose they are. Pure; the events are in worker.ts.

const prefix = 'application-'

/** One store for each version: `filesOf('1f3a')` is 'application-1f3a'. */
export const filesOf = (version: string): string => `${prefix}${version}`

/** Returns the stores of other versions; what belongs to somebody else, such as figures, is left alone. */
export const outdated = (names: readonly string[], version: string): readonly string[] =>
  names.filter((name) => name.startsWith(prefix) && name !== filesOf(version))

/** From where a request is answered; undefined leaves it to the browser, as if there were no worker. */
export type Source = 'page' | 'file'

interface Asked {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/**
 * Returns how a request is answered: a page from the server and without a line from this device, a file with a hash in
 * its name from this device first, because it never changes. Calls, sockets and whatever changes something are left
 * alone.
 * @example sourceOf({ method: 'GET', mode: 'navigate', url: `${origin}/wallet` }, origin, []) // 'page'
 */
export function sourceOf(
  { method, mode, url }: Asked,
  origin: string,
  precached: readonly string[],
): Source | undefined {
  const { origin: askedOrigin, pathname } = new URL(url)
  if (method !== 'GET' || askedOrigin !== origin || isOfServer(pathname)) return undefined
  if (mode === 'navigate') return isFile.test(pathname) ? undefined : 'page'
  return pathname.startsWith('/assets/') || precached.includes(pathname) ? 'file' : undefined
}

/** A file that is opened by itself; symbols have points too. */
const isFile = /\.(css|html|ico|js|json|png|svg|txt|webmanifest|xml)$/

/** What the server answers itself, also when a browser opens it as a page. */
const isOfServer = (path: string): boolean => /^\/(v1|ws|health|metrics|outbox|docs)(\/|$)/.test(path)

/**
 * Returns the files that a page has loaded before the worker watched it, so that they are stored too: only those with
 * a hash in their name.
 */
export function storable(urls: readonly unknown[], origin: string): readonly string[] {
  return urls.flatMap((url) => {
    if (typeof url !== 'string' || !URL.canParse(url)) return []
    const { origin: fileOrigin, pathname } = new URL(url)
    return fileOrigin === origin && pathname.startsWith('/assets/') ? [pathname] : []
  })
}
