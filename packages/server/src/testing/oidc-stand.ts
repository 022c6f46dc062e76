// A real OpenID Connect provider on 127.0.0.1, for tests: who signs in there is set, tokens can be altered and signed with
// the right or with another key, and it can be switched off.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from './oidc-provider-types.ts'

export interface ProviderPerson {
  readonly subject: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly acr?: string
}

export interface OidcStand {
  readonly issuer: string
  readonly environment: Readonly<Record<string, string>>
  /** Who signs in at the provider from now on. */
  person: ProviderPerson
  /** Alters the claims of the next ID tokens. */
  alter: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Signs the next ID tokens with a key that the provider does not have. */
  hasForeignKey: boolean
  /** Answers nothing but failures. */
  isDown: boolean
  /** Follows the address as a browser would, signs in, and returns what the redirect back carries. */
  visit(authoriseUrl: string): Promise<{ code: string; state: string; iss?: string }>
  stop(): Promise<void>
}

const clientId = 'clubfolio'
const clientSecret = 'a secret of the client in tests'
const kid = 'key of the stand'
const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

export async function startOidcStand(): Promise<OidcStand> {
  const [key, foreignKey] = [makeKey(), makeKey()]
  const people = new Map<string, ProviderPerson>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1:4600/sign-in-return'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of cookies in tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    acrValues: ['urn:example:strong'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => {
        const person = people.get(subject)
        return { sub: subject, email: person?.email, email_verified: person?.isEmailVerified }
      },
    }),
    // Everybody consents to everything.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()

  const stand: OidcStand = {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example',
    },
    person: { subject: 'nobody', email: 'nobody@example.test', isEmailVerified: true },
    alter: undefined,
    hasForeignKey: false,
    isDown: false,
    visit,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  server.on('request', (request, response) => {
    if (stand.isDown) {
      response.writeHead(503).end('down')
      return
    }
    if (request.url?.startsWith('/interaction/')) {
      people.set(stand.person.subject, stand.person)
      const { subject, acr } = stand.person
      void provider.interactionFinished(request, response, { login: { accountId: subject, ...(acr ? { acr } : {}) } })
      return
    }
    if (request.url?.startsWith('/token')) alterAnswer(response)
    answer(request, response)
  })

  function alterAnswer(response: ServerResponse): void {
    const end = response.end.bind(response)
    response.end = ((chunk: unknown) => {
      const text = String(chunk)
      const body = JSON.parse(text) as { id_token?: string }
      if (body.id_token === undefined || (!stand.alter && !stand.hasForeignKey)) return end(chunk)
      const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1]!, 'base64url').toString()) as Record<
        string,
        unknown
      >
      const altered = JSON.stringify({
        ...body,
        id_token: signToken(stand.alter?.(claims) ?? claims, stand.hasForeignKey ? foreignKey : key),
      })
      response.setHeader('content-length', Buffer.byteLength(altered))
      return end(altered)
    }) as typeof response.end
  }

  async function visit(authoriseUrl: string): Promise<{ code: string; state: string; iss?: string }> {
    const cookies = new Map<string, string>()
    let address = authoriseUrl
    for (let steps = 0; steps < 10; steps++) {
      const response = await fetch(address, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.status} at the provider: ${await response.text()}`)
      const next = new URL(location, address)
      if (next.pathname === '/sign-in-return')
        return Object.fromEntries(next.searchParams) as { code: string; state: string; iss?: string }
      address = next.href
    }
    throw new Error('The provider redirects without end.')
  }

  return stand
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(claims: Record<string, unknown>, key: KeyObject): string {
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
}
