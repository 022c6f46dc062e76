// The OpenID Connect provider behind its port, by openid-client: discovery, authorization code flow with PKCE, state
// and nonce, and the ID token checked with the provider's keys (docs/decisions/0108-sign-in-with-a-provider.md).
import * as client from 'openid-client'
import type { Config } from '../../kernel/config.ts'
import { OidcRejected, OidcUnreachable, type OidcIdentity, type OidcPort } from './port.ts'

type OidcConfig = NonNullable<Config['oidc']>

const timeoutSeconds = 10
const clockToleranceSeconds = 30
/** A provider that replaces the second step proves it now: its own session of this morning is no fresh factor. */
const provedWithinSeconds = 60
/** Addresses and keys of the provider are read again after this. */
const discoveryLifeMs = 60 * 60 * 1000

/** The page of the browser application to which the provider returns. */
export const oidcReturnPath = '/sign-in-return'

export function openOidc(config: Pick<Config, 'oidc' | 'origin'>): OidcPort | undefined {
  return config.oidc && createOidc(config.oidc, config.origin + oidcReturnPath)
}

function createOidc(settings: OidcConfig, redirectUri: string): OidcPort {
  const { name, issuer, scopes, trustedAcr, trustedAmr } = settings
  const maxAge = trustedAcr.length + trustedAmr.length > 0 ? provedWithinSeconds : undefined
  let found: { readonly provider: Promise<client.Configuration>; readonly atMs: number } | undefined

  const provider = async (): Promise<client.Configuration> => {
    if (found === undefined || performance.now() - found.atMs > discoveryLifeMs)
      found = { provider: discover(settings), atMs: performance.now() }
    try {
      return await found.provider
    } catch (error) {
      found = undefined
      throw new OidcUnreachable('The OpenID Connect provider was not found.', { cause: error })
    }
  }

  return {
    name,
    issuer,
    async authoriseUrl(state, { nonce, codeVerifier }) {
      const parameters = {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(trustedAcr.length > 0 ? { acr_values: trustedAcr.join(' ') } : {}),
        ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      }
      return client.buildAuthorizationUrl(await provider(), parameters).href
    },
    async redeem({ code, state, issuer: named }, { nonce, codeVerifier }) {
      const configuration = await provider()
      const returnedTo = new URL(redirectUri)
      returnedTo.search = new URLSearchParams({
        code,
        state,
        ...(named === undefined ? {} : { iss: named }),
      }).toString()
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        ...(maxAge === undefined ? {} : { maxAge }),
      }
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returnedTo, checks)
        return await identify(settings, configuration, tokens)
      } catch (error) {
        throw isUnreachable(error)
          ? new OidcUnreachable('The OpenID Connect provider did not answer.', { cause: error })
          : new OidcRejected('The answer of the OpenID Connect provider was not accepted.', { cause: error })
      }
    },
  }
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<client.Configuration> {
  const address = new URL(issuer)
  return client.discovery(
    address,
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds },
    client.ClientSecretBasic(clientSecret),
    {
      timeout: timeoutSeconds,
      // The signature of the ID token is checked too, although the token comes straight from the provider.
      execute: [
        client.enableNonRepudiationChecks,
        // Start-up refuses an http: provider in production.
        ...(address.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** The e-mail is asked for at the provider where the ID token lacks it, as some providers do. */
async function identify(
  { issuer, trustedAcr, trustedAmr }: OidcConfig,
  configuration: client.Configuration,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Promise<OidcIdentity> {
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('There is no ID token.')
  const person =
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  const { email } = person
  const amr = Array.isArray(claims['amr']) ? claims['amr'] : []
  return {
    issuer,
    subject: claims.sub,
    email: typeof email === 'string' ? email.trim().toLowerCase() : undefined,
    // Only the claim itself counts, not a text that looks like it.
    isEmailVerified: person['email_verified'] === true,
    isSecondFactorProved:
      (typeof claims['acr'] === 'string' && trustedAcr.includes(claims['acr'])) ||
      amr.some((one) => typeof one === 'string' && trustedAmr.includes(one)),
  }
}

/** No answer at all, or a failure of the provider itself; everything else is an answer that is not accepted. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500
  if (error instanceof TypeError && !('code' in error)) return true
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) return true
  return (
    error instanceof client.ClientError &&
    (error.code === 'OAUTH_TIMEOUT' ||
      (error.cause instanceof Response && error.cause.status >= 500) ||
      (error.cause instanceof TypeError && !('code' in error.cause)))
  )
}
