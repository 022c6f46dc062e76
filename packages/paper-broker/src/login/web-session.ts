// Browser sessions of paper logins and the tokens that prove a form came from our own page. One cookie carries a random
// value: before sign-in it only binds the forms, after sign-in its digest is a row in `web_session`.

import { readFields } from '../kernel/read-fields.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf, isSameSecret, keyedDigest, randomSecret } from '../kernel/secret.ts'

const COOKIE = 'paper_session'
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** Lifetime of a browser session after sign-in, regardless of activity. */
const SESSION_MS = 12 * 60 * 60_000

export interface WebSessions {
  /** Returns this browser's cookie; sets a new one when it has none. */
  visit(request: FastifyRequest, reply: FastifyReply): string
  /** Returns the login signed in with this browser, or null. */
  loginOf(request: FastifyRequest): Promise<{ loginId: string; userName: string } | null>
  /** Starts a session under a fresh cookie, so that a value known before sign-in is worthless (session fixation). */
  start(reply: FastifyReply, loginId: string): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Returns the token that the forms of this visit carry. */
  formToken(visit: string): string
  /** Returns whether a posted form came from one of our pages in this browser. */
  isOwnForm(request: FastifyRequest): boolean
}

export function cookieOf(request: FastifyRequest): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === COOKIE && value !== undefined && SECRET.test(value)) return value
  }
  return null
}

export function webSessions({
  database,
  clock,
  publicOrigin,
}: {
  database: Database
  clock: Clock
  publicOrigin: () => string
}): WebSessions {
  const setCookie = (reply: FastifyReply, value: string): void => {
    void reply.header(
      'set-cookie',
      `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${publicOrigin().startsWith('https:') ? '; Secure' : ''}`,
    )
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
      const row = {
        session_digest: digestOf(cookie),
        login_id: loginId,
        expires_at: new Date(clock.now() + SESSION_MS),
      }
      await database.insertInto('paper.web_session').values(row).execute()
      setCookie(reply, cookie)
    },
    end: async (request, reply) => {
      const cookie = cookieOf(request)
      if (cookie !== null)
        await database.deleteFrom('paper.web_session').where('session_digest', '=', digestOf(cookie)).execute()
      setCookie(reply, randomSecret())
    },
    isOwnForm: (request) => {
      const cookie = cookieOf(request)
      const origin = request.headers.origin
      if (cookie === null || (origin !== undefined && origin !== publicOrigin())) return false
      const sent = readFields(request.body)['formToken']
      return typeof sent === 'string' && isSameSecret(sent, formToken(cookie))
    },
  }
}
