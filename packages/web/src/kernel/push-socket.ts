// Push messages over our own WebSocket.
import { pushSocketPath } from '@clubfolio/contract'
import { api } from './api.ts'
import type { PushCarrier } from './push-feed.ts'
import { readSignal } from './push-signal.ts'

export const openPushSocket: PushCarrier = async (after, { onMessage, onPosition, onReload, onClose }) => {
  const { ticket } = await api.quote.createTicket({}, { background: true, ownMessage: true })
  const position = after()
  const query = new URLSearchParams({ ticket, ...(position === undefined ? {} : { after: String(position) }) })
  const socket = new WebSocket(new URL(`${pushSocketPath}?${query}`, location.href.replace(/^http/, 'ws')))
  socket.addEventListener('message', ({ data }) => {
    const signal = readSignal(String(data))
    if (signal?.type === 'message') onMessage(signal)
    else if (signal?.type === 'position') onPosition(signal.position)
    else if (signal?.type === 'reload') onReload(signal.position)
  })
  socket.addEventListener('close', onClose)
  return { close: () => socket.close() }
}
