// Limits how often a client without a session may call each entry point, by address: counted in memory before the
// database is used, so that a flood costs neither connections nor hashes. Clients behind one address share the limit,
// which leaves room for an office of some hundred people. Limits per account, phone number or mailbox are additionally
// counted in the database (docs/security.md).
import { Refusal, routeList } from '@clubfolio/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from './address-group.ts'
import { createMessageAllowance, type MessageLimit } from './socket-limit.ts'
import { isKeyOf, keysOf } from '@clubfolio/domain'

/**
 * Each process counts by itself, by the machine's own time; processes under one supervisor divide them
 * (`divideAmong`).
 */
const call: MessageLimit = { burst: 300, perSecond: 10 }
const socket: MessageLimit = { burst: 300, perSecond: 10 }

/**
 * By entry point: the calls of the contract that need no session by their names, and everything else that answers
 * strangers.
 */
export const anonymousLimits = {
  'security.login': call,
  'security.findCaptcha': call,
  'security.createUser': call,
  'security.sendVerificationCode': call,
  'security.checkVerificationCode': call,
  'security.checkMethodCode': call,
  'security.startPasskeySignIn': call,
  'security.finishPasskeySignIn': call,
  'security.startPasskeyStep': call,
  'security.finishPasskeyStep': call,
  'security.requestPasswordReset': call,
  'security.resetPassword': call,
  'security.findInvitation': call,
  'security.acceptInvitation': call,
  'oidcSignIn.findProvider': call,
  'oidcSignIn.startSignIn': call,
  'oidcSignIn.startInvitation': call,
  'oidcSignIn.finish': call,
  'profile.confirmMyEmail': call,
  socket,
  health: { burst: 600, perSecond: 50 },
  // Pages, their files, and addresses that do not exist. A first visit takes some thirty files.
  page: { burst: 3_000, perSecond: 100 },
} as const satisfies Record<string, MessageLimit>

export type EntryPoint = keyof typeof anonymousLimits

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `session`: other code checks the session. Without a value a route is a page. */
    readonly door?: EntryPoint | 'session'
  }
}

const publicDoors = new Set(
  routeList.filter(({ route }) => route.access.kind === 'public').map(({ group, name }) => `${group}.${name}`),
)

/**
 * Returns the entry point of a route of the contract. @throws When it needs no session and has no limit: the server
 * does not start with such a route.
 */
export function entryPointOf(routeName: string): EntryPoint | 'session' {
  if (!publicDoors.has(routeName)) return 'session'
  if (!isKeyOf(anonymousLimits, routeName))
    throw new Error(`${routeName} needs no session and has no limit in anonymous-limit.ts.`)
  return routeName
}

/** Number of addresses kept in memory; beyond that the least recently active one is evicted. */
const mostAddresses = 50_000
const retryAfterSeconds = 5

/**
 * Returns the share of one of several processes that serve the same address, so that together they allow no more than
 * one alone: of 300 at once and 10 a second each of two allows 150 at once and 5 a second. Connections are spread over
 * the processes in turn, so callers that open several use all shares.
 */
export function divideAmong(
  processes: number,
  limits: Readonly<Record<EntryPoint, MessageLimit>> = anonymousLimits,
): Readonly<Record<EntryPoint, MessageLimit>> {
  const shares = { ...limits }
  for (const door of keysOf(limits)) {
    const { burst, perSecond } = limits[door]
    shares[door] = { burst: Math.max(1, Math.floor(burst / processes)), perSecond: perSecond / processes }
  }
  return shares
}

/** Register before the routes; `limits` defaults to those of this file and differs only in its tests. */
export function limitAnonymous(
  app: FastifyInstance,
  limits: Readonly<Record<EntryPoint, MessageLimit>> = anonymousLimits,
): void {
  const allowances = new Map<string, () => boolean>()
  const isWithin = (door: EntryPoint, request: FastifyRequest): boolean => {
    const key = `${door} ${addressGroup(request.ip)}`
    const allowance = allowances.get(key) ?? createMessageAllowance(limits[door])
    // Reinserting makes it the most recently used.
    allowances.delete(key)
    allowances.set(key, allowance)
    if (allowances.size > mostAddresses) allowances.delete(allowances.keys().next().value!)
    return allowance()
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { door = 'page' } = request.routeOptions.config
    if (door === 'session' || isWithin(door, request)) return done()
    void reply.header('retry-after', retryAfterSeconds)
    done(new Refusal('tooMany'))
  })
}
