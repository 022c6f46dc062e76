// The browser side of the message socket: opens it as one of our pages would and stores what it receives.
import { once } from 'node:events'
import { PushSignal } from '@clubfolio/contract'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp, TestUser } from './test-app.ts'

export interface PushListener {
  readonly socket: WebSocket
  readonly heard: PushSignal[]
  /** The names of the tasks it received, in order. */
  names(): string[]
  /** The last position it received. */
  position(): number
  /** Resolves once it is live. */
  ready: Promise<unknown>
  closed: Promise<number>
}

export const pushAddress = (app: Pick<TestApp, 'url'>, ticket: string, after?: number): string =>
  `${app.url.replace('http', 'ws')}/ws/push?ticket=${ticket}${after === undefined ? '' : `&after=${after}`}`

export async function listenTo(app: Pick<TestApp, 'url'>, user: TestUser, after?: number): Promise<PushListener> {
  const { ticket } = await user.client.quote.createTicket()
  const socket = new WebSocket(pushAddress(app, ticket, after), { origin: app.url })
  const heard: PushSignal[] = []
  socket.on('message', (data: Buffer) => heard.push(PushSignal.parse(JSON.parse(data.toString('utf8')))))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  const ready = vi.waitFor(() => {
    if (!heard.some(({ type }) => type === 'position')) throw new Error('not live yet')
  }, 10_000)
  // Not every test waits for it.
  ready.catch(() => undefined)
  return {
    socket,
    heard,
    closed,
    ready,
    names: () =>
      heard.flatMap((signal) =>
        signal.type === 'message' && signal.content.topic === 'task' ? [signal.content.task.name] : [],
      ),
    position: () => heard.at(-1)?.position ?? 0,
  }
}
