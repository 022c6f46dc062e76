// The console's pages and forms. It has its own sign-in, every form carries the page's token, and only the accounts and
// consents of the signed-in login are reachable.

import { readFields } from '../kernel/read-fields.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { listKeyPairs, makeKeyPair, revokeKeyPair } from '../alpaca/access/key-pair.ts'
import type { MadeKeyPair } from '../alpaca/access/key-pair.ts'
import type { BrokerParts } from '../broker-parts.ts'
import { moveMoney } from '../funding/move-money.ts'
import { listAccountsOfLogin } from '../ledger/list-accounts.ts'
import { openAccountForLogin } from '../ledger/open-account-for-login.ts'
import { register } from '../login/register.ts'
import { signIn } from '../login/sign-in.ts'
import type { MarketState } from '../market/market-state.ts'
import { parseCents } from '../money/money.ts'
import { REFUSED_SIGN_IN, TOO_MANY_TRIES, WRONG_FORM, credentials, newAccount, newLogin } from '../oauth/form.ts'
import { signInPage } from '../oauth/sign-in-page.ts'
import { readReplayClock } from '../replay/market-clock.ts'
import { replayForms } from '../replay/replay-forms.ts'
import { pageTime } from '../page/page-time.ts'
import { sendPage } from '../page/security-headers.ts'
import { accountTitle } from '../account/account-title.ts'
import { valueAccounts } from '../account/value-account.ts'
import type { ValuedAccount } from '../account/value-account.ts'
import type { ConsoleAccount } from './console-page.ts'
import { consolePage } from './console-page.ts'
import { lapseConsent } from './lapse-consent.ts'
import { listConsents } from './list-consents.ts'

interface SignedIn {
  readonly loginId: string
  readonly userName: string
}

const transferForm = z.object({
  account: z.string(),
  reference: z.uuid(),
  amount: z.string().max(30),
  direction: z.enum(['DEPOSIT', 'WITHDRAWAL']),
})
const lapseForm = z.object({ consent: z.uuid() })
const makeKeysForm = z.object({ account: z.uuid() })
const revokeKeysForm = z.object({ key: z.string().max(40) })

/** Confirmations shown after an action; the address carries the key, never the sentence. */
const DONE: Readonly<Record<string, string>> = {
  deposited: 'The deposit is booked.',
  withdrawn: 'The withdrawal is booked.',
  opened: 'The account is open.',
  lapsed: 'The access has lapsed. The application now has to renew it.',
  revoked: 'The key pair is revoked.',
  'replay-started': 'The replay is paused before the opening. Accounts opened now belong to it.',
  'replay-runs': 'Replay running.',
  'replay-stands': 'Replay paused.',
  'replay-ended': 'The replay has ended. Its accounts stay as they were.',
}

function marketWords(state: MarketState): string {
  const market = {
    simulated: 'Simulated market',
    import: 'Imported market',
    yahoo: 'Yahoo Finance',
    alpaca: 'Alpaca',
    replay: 'Replayed market',
  }[state.source]
  return `${market} · ${state.isOpen ? 'open' : 'closed'} · ${pageTime(state.marketMs)}`
}

function amountOf(text: string): ReturnType<typeof parseCents> {
  return parseCents(text.trim().replace(/^\$/, '').replaceAll(',', ''))
}

function consoleAccount({ account, picture, balance }: ValuedAccount): ConsoleAccount {
  return {
    accountId: account.accountId,
    accountNumber: account.accountNumber,
    title: accountTitle(account),
    balance,
    positions: picture.positions,
    transferReference: randomUUID(),
  }
}

export function consoleRoutes(app: FastifyInstance, parts: BrokerParts): void {
  const { database, clock, desk, sessions } = parts

  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: { signIn?: string; register?: string; userName?: string },
  ): FastifyReply =>
    sendPage(
      reply,
      signInPage({
        purpose: 'See your paper accounts, move practice money, end an application’s access.',
        formToken: sessions.formToken(sessions.visit(request, reply)),
        signInAction: '/paper/sign-in',
        registerAction: '/paper/register',
        userName: refusal.userName ?? '',
        signInRefusal: refusal.signIn ?? null,
        registerRefusal: refusal.register ?? null,
      }),
    )

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    login: SignedIn,
    { refusal = null, madePair = null }: { refusal?: string | null; madePair?: MadeKeyPair | null } = {},
  ): Promise<FastifyReply> => {
    const done = readFields(request.query)['done']
    const consents = await listConsents(database, login.loginId, clock.now())
    const page = consolePage({
      userName: login.userName,
      marketWords: marketWords(await desk.active()),
      formToken: sessions.formToken(sessions.visit(request, reply)),
      replay: await readReplayClock(database, clock.now()),
      accounts: (await valueAccounts(parts, await listAccountsOfLogin(database, login.loginId))).map(consoleAccount),
      consents: consents.map((consent) => ({
        ...consent,
        clientName: parts.clients.find((client) => client.clientId === consent.clientId)?.name ?? consent.clientId,
      })),
      keyPairs: await listKeyPairs(database, login.loginId),
      madePair,
      done: refusal === null && typeof done === 'string' && Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null,
      refusal,
    })
    return sendPage(reply, page)
  }

  const toConsole = (reply: FastifyReply, done: string | null = null): FastifyReply =>
    reply.redirect(done === null ? '/paper' : `/paper?done=${done}`, 303)

  /**
   * Handles a console form: requires a signed-in login, our own page as the origin, and fields that match the schema.
   */
  const form =
    <T>(
      schema: z.ZodType<T>,
      effect: (login: SignedIn, sent: T) => Promise<{ done: string } | { refusal: string } | { madePair: MadeKeyPair }>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const login = await sessions.loginOf(request)
      if (login === null) return showSignIn(request, reply.code(401), { signIn: 'Please sign in first.' })
      const sent = schema.safeParse(request.body)
      if (!sent.success || !sessions.isOwnForm(request))
        return show(request, reply.code(400), login, { refusal: WRONG_FORM })
      const result = await effect(login, sent.data)
      if ('done' in result) return toConsole(reply, result.done)
      // A secret goes into the answer itself, never into an address.
      if ('madePair' in result) return show(request, reply, login, result)
      return show(request, reply.code(400), login, result)
    }

  app.get('/', async (_request, reply) => toConsole(reply))
  app.get('/paper', async (request, reply) => {
    const login = await sessions.loginOf(request)
    return login === null ? showSignIn(request, reply, {}) : show(request, reply, login)
  })

  app.post('/paper/sign-in', async (request, reply) => {
    const sent = credentials.safeParse(request.body)
    if (!sent.success || !sessions.isOwnForm(request))
      return showSignIn(request, reply.code(400), { signIn: WRONG_FORM })
    const { name, password } = sent.data
    const result = await signIn(parts, name, password, request.ip)
    if (result.outcome === 'TOO_MANY_TRIES')
      return showSignIn(request, reply.code(429), { signIn: TOO_MANY_TRIES, userName: name })
    if (result.outcome === 'REFUSED')
      return showSignIn(request, reply.code(401), { signIn: REFUSED_SIGN_IN, userName: name })
    await sessions.start(reply, result.loginId)
    return toConsole(reply)
  })

  app.post('/paper/register', async (request, reply) => {
    const sent = newLogin.safeParse(request.body)
    if (!sent.success || !sessions.isOwnForm(request))
      return showSignIn(request, reply.code(400), { register: WRONG_FORM })
    const result = await register(parts, sent.data, request.ip)
    if (result.outcome === 'REFUSED') return showSignIn(request, reply.code(400), { register: result.reason })
    await sessions.start(reply, result.loginId)
    return toConsole(reply, 'opened')
  })

  app.post('/paper/sign-out', async (request, reply) => {
    if (sessions.isOwnForm(request)) await sessions.end(request, reply)
    return toConsole(reply)
  })

  app.post(
    '/paper/open-account',
    form(newAccount, async (login, sent) => {
      const opened = await openAccountForLogin(parts, { loginId: login.loginId, ...sent, reference: null })
      return opened.outcome === 'REFUSED' ? { refusal: opened.reason } : { done: 'opened' }
    }),
  )

  app.post(
    '/paper/transfer',
    form(transferForm, async (login, sent) => {
      const account = (await listAccountsOfLogin(database, login.loginId)).find((one) => one.accountId === sent.account)
      if (account === undefined) return { refusal: 'This login has no such account.' }
      const amount = amountOf(sent.amount)
      if (amount === null) return { refusal: 'Write the amount in dollars, with at most two decimals.' }
      const moved = await moveMoney(parts, account, { ...sent, amount })
      if (moved.outcome === 'REFUSED') return { refusal: moved.reason }
      if (moved.outcome === 'REFERENCE_USED') return { refusal: WRONG_FORM }
      return { done: sent.direction === 'DEPOSIT' ? 'deposited' : 'withdrawn' }
    }),
  )

  app.post(
    '/paper/lapse',
    form(lapseForm, async (login, sent) => {
      const isLapsed = await lapseConsent(database, login.loginId, sent.consent, clock.now())
      return isLapsed ? { done: 'lapsed' } : { refusal: 'This access had already ended.' }
    }),
  )

  app.post(
    '/paper/make-keys',
    form(makeKeysForm, async (login, sent) => {
      const made = await makeKeyPair(database, {
        loginId: login.loginId,
        accountId: sent.account,
        nowMs: clock.now(),
      })
      return made.outcome === 'MADE' ? { madePair: made.pair } : { refusal: made.reason }
    }),
  )

  app.post(
    '/paper/revoke-keys',
    form(revokeKeysForm, async (login, sent) => {
      const isRevoked = await revokeKeyPair(database, { loginId: login.loginId, keyId: sent.key, nowMs: clock.now() })
      return isRevoked ? { done: 'revoked' } : { refusal: 'This key pair had already been revoked.' }
    }),
  )
  replayForms(app, parts, form)
}
