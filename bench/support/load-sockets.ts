// Open sockets as browsers hold them: each user's message channel, with a ticket created in the database. Counts the
// connections that were cut.
import { WebSocket } from 'ws'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { createTicket } from '../../packages/server/src/kernel/socket-ticket.ts'
import type { Db } from '../../packages/server/src/db/connect.ts'
import type { LoadUser } from './seeded-club.ts'

const atOnce = 25

export interface LoadSockets {
  /** Returns how many the other side has closed since they were opened. */
  cut(): number
  messages(): number
  close(): void
}

/** Opens `count` sockets, user after user, and resolves when each has received the position of the log. */
export async function openSockets(
  db: Db,
  origin: string,
  users: readonly LoadUser[],
  count = users.length,
): Promise<LoadSockets> {
  const sockets: WebSocket[] = []
  let cut = 0
  let messages = 0
  let isClosing = false
  const open = async (user: LoadUser): Promise<void> => {
    const { ticket } = await createTicket(db, systemClock, user.sessionId)
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/push?ticket=${ticket}`, { origin })
    sockets.push(socket)
    socket.on('close', () => (cut += isClosing ? 0 : 1))
    await new Promise<void>((resolve, reject) => {
      socket.once('message', () => resolve())
      socket.on('message', () => messages++)
      socket.on('error', reject)
      socket.once('close', () => reject(new Error('a socket was closed before it heard anything')))
    })
  }
  for (let start = 0; start < count; start += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - start) }, (_, index) =>
        open(users[(start + index) % users.length]!),
      ),
    )
  }
  return {
    cut: () => cut,
    messages: () => messages,
    close() {
      isClosing = true
      for (const socket of sockets) socket.terminate()
    },
  }
}
