// The page's one feed of live prices, and the hook that components show a price with.
import { useCallback, useMemo, useSyncExternalStore, type RefObject } from 'react'
import { api } from './api.ts'
import { createQuoteFeed } from './quote-feed.ts'

const quietly = { background: true, ownMessage: true } as const

const feed = createQuoteFeed({
  createTicket: () => api.quote.createTicket({}, quietly),
  findQuotes: (codes) => api.quote.find({ body: { codes } }, quietly),
  openSocket: (address, { onOpen, onMessage, onClose }) => {
    const socket = new WebSocket(new URL(address, location.href.replace(/^http/, 'ws')))
    socket.addEventListener('open', onOpen)
    socket.addEventListener('message', ({ data }) => onMessage(String(data)))
    socket.addEventListener('close', onClose)
    return socket
  },
  isPageVisible: () => document.visibilityState === 'visible',
})
document.addEventListener('visibilitychange', () => feed.visibilityChanged())

const onSight = new WeakMap<Element, (isInSight: boolean) => void>()
let sight: IntersectionObserver | undefined

/** Calls `change` when an element comes into sight or leaves it, until the answer is called. */
function watchSight(element: Element, change: (isInSight: boolean) => void): () => void {
  sight ??= new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => onSight.get(target)?.(isIntersecting)))
  onSight.set(element, change)
  sight.observe(element)
  return () => {
    sight?.unobserve(element)
    onSight.delete(element)
  }
}

/**
 * The last price of `code` as it moves, undefined until the first one has come. With a `place` it moves only while that element
 * is in sight: rows that are scrolled away are not asked for.
 */
export function useLastPrice(code: string, place?: RefObject<Element | null>): number | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!place) return feed.watch(code, onChange)
      let leave: (() => void) | undefined
      const change = (isInSight: boolean) => {
        if (isInSight) leave ??= feed.watch(code, onChange)
        else {
          leave?.()
          leave = undefined
        }
      }
      const unwatch = place.current ? watchSight(place.current, change) : undefined
      return () => {
        unwatch?.()
        leave?.()
      }
    },
    [code, place],
  )
  return useSyncExternalStore(subscribe, () => feed.last(code))
}

const apart = '\n'

/** The last prices of several codes as they move; codes without a price yet are left out. Keep `codes` stable between renders. */
export function useLastPrices(codes: readonly string[]): ReadonlyMap<string, number> {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const ends = codes.map((code) => feed.watch(code, onChange))
      return () => ends.forEach((end) => end())
    },
    [codes],
  )
  const lasts = useSyncExternalStore(subscribe, () => codes.map((code) => feed.last(code) ?? '').join(apart))
  return useMemo(() => new Map(lasts.split(apart).flatMap((last, index) => (last === '' || codes[index] === undefined ? [] : [[codes[index], Number(last)] as const]))), [lasts, codes])
}
