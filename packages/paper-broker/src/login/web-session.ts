// Browser sessions of paper logins and the tokens that prove a form came from our own page. One cookie carries a random value:
// before sign-in it only binds the forms, after sign-in its digest is a row in `web_session`.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf, isSameSecret, keyedDigest, randomSecret } from '../kernel/secret.ts'

const COOKIE = 'paper_session'
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** A browser session lasts this long after sign-in, whatever the browser does. */
const SESSION_MS = 12 * 60 * 60_000

export interface WebSessions {
  /** The cookie of this browser; a new one is set when it has none. */
  visit(request: FastifyRequest, reply: FastifyReply): string
  /** The login signed in here, if any. */
  loginOf(request: FastifyRequest): Promise<{ loginId: string; userName: string } | null>
  /** Starts a session under a fresh cookie, so that a value known before sign-in is worth nothing. */
  start(reply: FastifyReply, loginId: string): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The token that the forms of this visit carry. */
  formToken(visit: string): string
  /** Whether a posted form came from a page of ours in this browser. */
  isOwnForm(request: FastifyRequest): boolean
}

export function cookieOf(request: FastifyRequest): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === COOKIE && value !== undefined && SECRET.test(value)) return value
  }
  return null
}

export function webSessions({ database, clock, publicOrigin }: { database: Database; clock: Clock; publicOrigin: () => string }): WebSessions {

  const setCookie = (reply: FastifyReply, value: string): void => {
    void reply.header('set-cookie', `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${publicOrigin().startsWith('https:') ? '; Secure' : ''}`)
  }
  const formToken = (visit: string): string => keyedDigest(visit, 'form')
  return {
    formToken,
    visit: (request, reply) => {
      const known = cookieOf(request)
      if (known !== null) return known
      const made = randomSecret()
      setCookie(reply, made)
      return made
    },
    loginOf: async (request) => {
      const cookie = cookieOf(request)
      if (cookie === null) return null
      const found = await database
        .selectFrom('paper.web_session as s')
        .innerJoin('paper.login as l', 'l.login_id', 's.login_id')
        .select(['l.login_id', 'l.user_name'])
        .where('s.session_digest', '=', digestOf(cookie))
        .where('s.expires_at', '>', new Date(clock.now()))
        .executeTakeFirst()
      return found === undefined ? null : { loginId: found.login_id, userName: found.user_name }
    },
    start: async (reply, loginId) => {
      const cookie = randomSecret()
      const row = { session_digest: digestOf(cookie), login_id: loginId, expires_at: new Date(clock.now() + SESSION_MS) }
      await database.insertInto('paper.web_session').values(row).execute()
      setCookie(reply, cookie)
    },
    end: async (request, reply) => {
      const cookie = cookieOf(request)
      if (cookie !== null) await database.deleteFrom('paper.web_session').where('session_digest', '=', digestOf(cookie)).execute()
      setCookie(reply, randomSecret())
    },
    isOwnForm: (request) => {
      const cookie = cookieOf(request)
      const origin = request.headers.origin
      if (cookie === null || (origin !== undefined && origin !== publicOrigin())) return false
      const sent = (request.body as Record<string, unknown> | undefined)?.['formToken']
      return typeof sent === 'string' && isSameSecret(sent, formToken(cookie))
    },
  }
}
