// The page's single feed of live prices, and the hooks with which components show them.
import type { Quote } from '@clubfolio/contract'
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
document.addEventListener('visibilitychange', feed.reopen)
window.addEventListener('online', feed.reopen)

const onSight = new WeakMap<Element, (isInSight: boolean) => void>()
let sight: IntersectionObserver | undefined

/** Calls `change` when an element enters or leaves the viewport, until the returned function is called. */
function watchSight(element: Element, change: (isInSight: boolean) => void): () => void {
  sight ??= new IntersectionObserver((entries) =>
    entries.forEach(({ target, isIntersecting }) => onSight.get(target)?.(isIntersecting)),
  )
  onSight.set(element, change)
  sight.observe(element)
  return () => {
    sight?.unobserve(element)
    onSight.delete(element)
  }
}

/**
 * Returns the last price of `code` as it changes, undefined until the first one arrives. With a `place` it updates only
 * while that element is in the viewport: rows that are scrolled away are not subscribed.
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

/**
 * Returns bid, ask and last price of `code` as they change; undefined without a code, and until the first one arrives.
 */
export function useLiveQuote(code: string | undefined): Quote | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => (code === undefined ? noWork : feed.watch(code, onChange)),
    [code],
  )
  return useSyncExternalStore(subscribe, () => (code === undefined ? undefined : feed.quote(code)))
}

const noWork = () => undefined

const apart = '\n'

/** Subscribes to all of `codes` until the returned function is called. */
function watchAll(codes: readonly string[], onChange: () => void): () => void {
  const ends = codes.map((code) => feed.watch(code, onChange))
  return () => ends.forEach((end) => end())
}

/**
 * Returns the last prices of several codes as they change, without codes that have no price yet. Keep `codes` stable
 * between renders.
 */
export function useLastPrices(codes: readonly string[]): ReadonlyMap<string, number> {
  const subscribe = useCallback((onChange: () => void) => watchAll(codes, onChange), [codes])
  const lasts = useSyncExternalStore(subscribe, () => codes.map((code) => feed.last(code) ?? '').join(apart))
  return useMemo(
    () =>
      new Map(
        lasts
          .split(apart)
          .flatMap((last, index) =>
            last === '' || codes[index] === undefined ? [] : [[codes[index], Number(last)] as const],
          ),
      ),
    [lasts, codes],
  )
}

/**
 * Returns the quotes of several codes as they change, with bid, ask and volume, without codes that have none yet. Keep
 * `codes` stable between renders.
 */
export function useQuotes(codes: readonly string[]): ReadonlyMap<string, Quote> {
  const subscribe = useCallback((onChange: () => void) => watchAll(codes, onChange), [codes])
  const figures = useSyncExternalStore(subscribe, () => codes.map(writeFigures).join(apart))
  return useMemo(
    () =>
      new Map(
        codes.flatMap((code) => {
          const quote = feed.quote(code)
          return quote ? [[code, quote] as const] : []
        }),
      ),
    // The figures stand for the quotes, which the feed keeps.
    // oxlint-disable-next-line react/exhaustive-deps
    [codes, figures],
  )
}

function writeFigures(code: string): string {
  const quote = feed.quote(code)
  return quote ? [quote.last, quote.bid, quote.ask, quote.volume].join(' ') : ''
}
