// Guards what only this machine may read: the metrics of the process, and the outbox with the sign-in codes.
import type { FastifyRequest } from 'fastify'

/**
 * Behind a proxy on this machine every request comes from loopback; the proxy's header shows that it originated
 * elsewhere.
 */
export const isLocalRequest = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  isLoopback(socket.remoteAddress) && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
