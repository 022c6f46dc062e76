// Keeps the last figures on this device for a start without a line: the answers to a few calls, each with its time,
// under the user they belong to and never with a token. They last as long as the session and no longer, so that being
// offline is no way around a sign-in. Pure apart from its parts; figures.ts connects it to the page.
// See docs/decisions/0112-an-application-that-starts-offline.md.

/** Calls that only read figures, as paths of the contract. Whatever is not listed is never kept. */
export const keptPaths = [
  '/v1/api/account/view-my-account/{userId}',
  '/v1/api/account/view-my-default-account/{userId}',
  '/v1/api/account/get-wallet-historic-by-account/{accountId}/{fromDate}/{toDate}/{timing}',
  '/v1/api/account/get-wallet-historic-by-account-percentage/{accountId}/{fromDate}/{toDate}/{timing}',
  '/v1/api/account/find-consolidated-percentage',
  '/v1/api/account/find-money-moved/{accountId}',
  '/v1/api/account/get-positions-for-graph/{accountId}',
  '/v1/api/currency/find-all',
  '/v1/api/fund/find-my-home/{accountId}/{memberId}',
  '/v1/api/fund/find-my-participations',
  '/v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}',
  '/v1/api/fund/find-my-attribution/{accountId}/{memberId}/{from}/{to}/{grouping}',
  '/v1/api/fund/find-day-lines/{accountId}',
  '/v1/api/fund/find-my-day-lines/{accountId}/{memberId}',
  '/v1/api/market/find-state',
  '/v1/api/risk/find-portfolio-risk',
  '/v1/api/stock/get-top-winners/{limit}/{timing}',
  '/v1/api/stock/get-top-losers/{limit}/{timing}',
  '/v1/api/stock/get-new-high/{limit}/{timing}',
  '/v1/api/stock/get-new-low/{limit}/{timing}',
  '/v1/api/stock/get-new-ipo/',
  '/v1/api/stock/find-instrument-historic-in-percentage',
] as const

const pattern = new RegExp(`^(${keptPaths.map((path) => path.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})$`)

const prefix = 'figures:'
const timeHeader = 'kept-at'

export interface KeptFiguresParts {
  /** Undefined where the browser has none: an address without TLS. */
  readonly stores: Pick<CacheStorage, 'open' | 'keys' | 'delete'> | undefined
  readonly send: typeof fetch
  /** The user of the session, while it is valid. */
  readonly userId: () => string | undefined
  /** Whether figures may stay on this device. */
  readonly isWished: () => boolean
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  /** An answer of this time was shown in place of the server's. */
  readonly onKept: (atMs: number) => void
  /** The server has answered. */
  readonly onAnswer: () => void
}

export interface KeptFigures {
  /** Sends a call like `fetch`; without a line the last answer takes its place, if there is one. */
  readonly fetch: typeof fetch
  /** Deletes the figures of everybody but this user: `keepOnly(undefined)` deletes all. */
  readonly keepOnly: (userId: string | undefined) => Promise<void>
}

export function createKeptFigures(parts: KeptFiguresParts): KeptFigures {
  const { stores, userId } = parts

  const keep = async (key: string, owner: string, answer: Response): Promise<void> => {
    if (!stores || !parts.isWished() || userId() !== owner) return
    const headers = { 'content-type': 'application/json', [timeHeader]: String(parts.nowMs()) }
    const body = await answer.text()
    const store = await stores.open(prefix + owner)
    await store.put(key, new Response(body, { headers }))
    // The user may have signed out, or switched it off, meanwhile.
    if (userId() !== owner || !parts.isWished()) await stores.delete(prefix + owner)
  }
  const find = async (key: string): Promise<Response | undefined> => {
    const owner = userId()
    if (!stores || owner === undefined || !parts.isWished()) return undefined
    const kept = await (await stores.open(prefix + owner)).match(key)
    if (!kept || userId() !== owner) return undefined
    parts.onKept(Number(kept.headers.get(timeHeader)))
    return kept
  }

  return {
    fetch: async (address, request) => {
      const key = typeof address === 'string' ? keyOf(address, request) : undefined
      const owner = userId()
      try {
        if (!parts.isOnline()) throw new TypeError('There is no connection.')
        const answer = await parts.send(address, request)
        parts.onAnswer()
        if (key !== undefined && owner !== undefined && answer.ok)
          // A full disk or a private window keeps nothing, and the answer counts all the same.
          keep(key, owner, answer.clone()).catch(() => undefined)
        return answer
      } catch (failure) {
        const kept = key === undefined || request?.signal?.aborted ? undefined : await find(key).catch(() => undefined)
        if (kept) return kept
        throw failure
      }
    },
    keepOnly: async (owner) => {
      if (!stores) return
      const names = await stores.keys()
      await Promise.all(
        names
          .filter((name) => name.startsWith(prefix) && name !== prefix + (owner ?? ''))
          .map((name) => stores.delete(name)),
      )
    },
  }
}

/**
 * Returns under what a call is kept, or undefined when it is none of the calls above. Content that was sent is a part
 * of it, because some calls that read are sent as POST.
 */
function keyOf(address: string, request: RequestInit | undefined): string | undefined {
  const [path, query] = address.split('?')
  if (!pattern.test(path!)) return undefined
  const body = typeof request?.body === 'string' ? request.body : ''
  return `${path}?${new URLSearchParams({ query: query ?? '', body }).toString()}`
}
