// The page's one feed of live prices, and the hook that components show a price with.
import { useCallback, useSyncExternalStore } from 'react'
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
})

/** The last price of `code` as it moves while the component is shown; undefined until the first one has come. */
export function useLastPrice(code: string): number | undefined {
  const subscribe = useCallback((onChange: () => void) => feed.watch(code, onChange), [code])
  return useSyncExternalStore(subscribe, () => feed.last(code))
}
