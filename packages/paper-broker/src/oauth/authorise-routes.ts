// The pages behind /v1/oauth/authorize and /alpaca/oauth/authorize: sign in or register, open an account, allow or
// deny. Every form posts to a path that carries the original query, which is parsed and validated each time.

import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BrokerParts } from '../broker-parts.ts'
import type { Wire } from '../kind/wire.ts'
import { uuidV7 } from '../kernel/id.ts'
import { listAccountsOfLogin } from '../ledger/list-accounts.ts'
import { openAccountForLogin } from '../ledger/open-account-for-login.ts'
import { register } from '../login/register.ts'
import { signIn } from '../login/sign-in.ts'
import { messagePage } from '../page/layout.ts'
import { pageTime } from '../page/page-time.ts'
import { sendPage } from '../page/security-headers.ts'
import { valueAccounts } from '../account/value-account.ts'
import { callbackLocation, readAuthoriseRequest } from './authorise-request.ts'
import type { AuthoriseRequest } from './authorise-request.ts'
import { consentPage } from './consent-page.ts'
import { REFUSED_SIGN_IN, TOO_MANY_TRIES, WRONG_FORM, credentials, newAccount, newLogin } from './form.ts'
import { giveConsent } from './give-consent.ts'
import { signInPage } from './sign-in-page.ts'

/** Where each wire asks for access. */
const PATHS: Readonly<Record<Wire, string>> = {
  schwab: '/v1/oauth/authorize',
  alpaca: '/alpaca/oauth/authorize',
}

/** Returns what the application may do, for its owner to read. */
function rightsOf({ wire, scopes }: AuthoriseRequest): string[] {
  const reads = 'read balances, positions, orders and transactions'
  if (wire === 'schwab')
    return [reads, 'place, change and cancel orders', 'move practice money and open further accounts']
  return [
    reads,
    ...(scopes.includes('trading') ? ['place, change and cancel orders'] : []),
    ...(scopes.includes('account:write') ? ['change the settings of the account'] : []),
    ...(scopes.includes('data') ? ['read market data'] : []),
  ]
}

const decision = z.object({
  decision: z.enum(['allow', 'deny']),
  account: z.union([z.string(), z.array(z.string())]).optional(),
})

function queryText(request: FastifyRequest): string {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at)
}

type Step = (request: FastifyRequest, reply: FastifyReply, asked: AuthoriseRequest) => Promise<FastifyReply>

export function authoriseRoutes(app: FastifyInstance, parts: BrokerParts, wire: Wire): void {
  const { database, clock, sessions } = parts
  const path = PATHS[wire]

  /** Parses the query before anything else; a wrong client or callback never gets past this. */
  const withRequest =
    (step: Step) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const read = readAuthoriseRequest(wire, parts.clients, readFields(request.query))
      if (read.outcome === 'READ') return step(request, reply, read.request)
      if (read.outcome === 'REFUSED') return reply.redirect(read.location, 302)
      const what =
        read.outcome === 'UNKNOWN_CLIENT'
          ? 'This application is not registered here.'
          : 'The return address is not the one this application registered.'
      return sendPage(
        reply.code(400),
        messagePage('Access cannot be asked for', `${what} Close this window; nothing was allowed.`),
      )
    }

  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: AuthoriseRequest,
    refusal: { signIn?: string; register?: string; userName?: string } = {},
  ): FastifyReply => {
    const query = queryText(request)
    return sendPage(
      reply,
      signInPage({
        purpose: `${asked.client.name} asks for access to paper accounts. Sign in to your paper login first.`,
        formToken: sessions.formToken(sessions.visit(request, reply)),
        signInAction: `${path}/sign-in${query}`,
        registerAction: `${path}/register${query}`,
        userName: refusal.userName ?? '',
        signInRefusal: refusal.signIn ?? null,
        registerRefusal: refusal.register ?? null,
      }),
    )
  }

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: AuthoriseRequest,
    refusal: string | null,
  ): Promise<FastifyReply> => {
    const login = await sessions.loginOf(request)
    if (login === null) return showSignIn(request, reply, asked, refusal === null ? {} : { signIn: refusal })
    const query = queryText(request)
    const page = consentPage({
      clientName: asked.client.name,
      userName: login.userName,
      accounts: await valueAccounts(parts, await listAccountsOfLogin(database, login.loginId)),
      accessEnds: wire === 'alpaca' ? null : pageTime(clock.now() + parts.lifetimes.consentMs),
      isOneAccount: wire === 'alpaca',
      rights: rightsOf(asked),
      formToken: sessions.formToken(sessions.visit(request, reply)),
      decisionAction: `${path}/decision${query}`,
      openAction: `${path}/open-account${query}`,
      signOutAction: `${path}/sign-out${query}`,
      refusal,
    })
    return sendPage(reply, page, new URL(asked.redirectUri).origin)
  }

  const again = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.redirect(`${path}${queryText(request)}`, 303)

  app.get(
    path,
    withRequest(async (request, reply, asked) => show(request, reply, asked, null)),
  )

  app.post(
    `${path}/sign-in`,
    withRequest(async (request, reply, asked) => {
      const sent = credentials.safeParse(request.body)
      if (!sent.success || !sessions.isOwnForm(request))
        return showSignIn(request, reply.code(400), asked, { signIn: WRONG_FORM })
      const { name, password } = sent.data
      const result = await signIn(parts, name, password, request.ip)
      if (result.outcome === 'TOO_MANY_TRIES')
        return showSignIn(request, reply.code(429), asked, { signIn: TOO_MANY_TRIES, userName: name })
      if (result.outcome === 'REFUSED')
        return showSignIn(request, reply.code(401), asked, { signIn: REFUSED_SIGN_IN, userName: name })
      await sessions.start(reply, result.loginId)
      return again(request, reply)
    }),
  )

  app.post(
    `${path}/register`,
    withRequest(async (request, reply, asked) => {
      const sent = newLogin.safeParse(request.body)
      if (!sent.success || !sessions.isOwnForm(request))
        return showSignIn(request, reply.code(400), asked, { register: WRONG_FORM })
      const result = await register(parts, sent.data, request.ip)
      if (result.outcome === 'REFUSED') return showSignIn(request, reply.code(400), asked, { register: result.reason })
      await sessions.start(reply, result.loginId)
      return again(request, reply)
    }),
  )

  app.post(
    `${path}/open-account`,
    withRequest(async (request, reply, asked) => {
      const login = await sessions.loginOf(request)
      const sent = newAccount.safeParse(request.body)
      if (login === null || !sent.success || !sessions.isOwnForm(request))
        return show(request, reply.code(400), asked, WRONG_FORM)
      const opened = await openAccountForLogin(parts, { loginId: login.loginId, ...sent.data, reference: null })
      return opened.outcome === 'REFUSED' ? show(request, reply.code(400), asked, opened.reason) : again(request, reply)
    }),
  )

  app.post(
    `${path}/sign-out`,
    withRequest(async (request, reply, asked) => {
      if (!sessions.isOwnForm(request)) return show(request, reply.code(400), asked, WRONG_FORM)
      await sessions.end(request, reply)
      return again(request, reply)
    }),
  )

  app.post(
    `${path}/decision`,
    withRequest(async (request, reply, asked) => {
      const login = await sessions.loginOf(request)
      const sent = decision.safeParse(request.body)
      if (login === null || !sent.success || !sessions.isOwnForm(request))
        return show(request, reply.code(400), asked, WRONG_FORM)
      const { redirectUri, state } = asked
      if (sent.data.decision === 'deny')
        return reply.redirect(callbackLocation(redirectUri, { error: 'access_denied', state }), 303)
      const chosen = sent.data.account ?? []
      const code = await giveConsent(parts, login.loginId, typeof chosen === 'string' ? [chosen] : chosen, asked)
      if (code === null) {
        const choose = wire === 'alpaca' ? 'Choose one account, or deny.' : 'Choose at least one account, or deny.'
        return show(request, reply.code(400), asked, choose)
      }
      const session = wire === 'alpaca' ? null : uuidV7(clock.now())
      return reply.redirect(callbackLocation(redirectUri, { code, session, state }), 303)
    }),
  )
}
