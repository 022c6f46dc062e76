// One visit to the provider: a random state that only the browser that started may return, once, within ten minutes.
// Only hashes are stored; nonce and PKCE verifier follow from the secret in that browser's cookie, so no other browser
// can complete the visit.
import { createHash } from 'node:crypto'
import { Refusal } from '@clubfolio/contract'
import { OidcUnreachable, type OidcPort, type OidcSecrets } from '../../adapters/oidc/port.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newToken } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { pendingLifeMs } from '../security/challenge.ts'
import type { Newcomer } from '../security/invited.ts'

/** Throws `oidcUnavailable`. */
export function requireOidc({ oidc }: Pick<Services, 'oidc'>): OidcPort {
  if (!oidc) throw new Refusal('oidcUnavailable')
  return oidc
}

/** `use` keeps the two apart: one value must not reveal the other, and neither the cookie. */
const derive = (use: 'nonce' | 'verifier', cookie: string): string =>
  createHash('sha256').update(`oidc ${use} ${cookie}`).digest('base64url')

export const oidcSecretsOf = (cookie: string): OidcSecrets => ({
  nonce: derive('nonce', cookie),
  codeVerifier: derive('verifier', cookie),
})

/** An invitation that is accepted by the visit, with what a person without a user entered. */
export interface VisitInvitation {
  readonly tokenHash: Buffer
  readonly newcomer: Newcomer | undefined
}

export interface VisitPurpose {
  /** Makes it a link for its user. */
  readonly session?: Session
  readonly invitation?: VisitInvitation
}

/** Returns the address at the provider. Without a purpose the visit is a sign-in. */
export async function startOidcAttempt(
  { db, clock, oidc: configured }: Services,
  caller: Caller,
  { session, invitation }: VisitPurpose = {},
): Promise<{ authoriseUrl: string }> {
  const oidc = requireOidc({ oidc: configured })
  const [state, cookie] = [newToken(), newToken()]
  const authoriseUrl = await oidc.authoriseUrl(state, oidcSecretsOf(cookie)).catch((error: unknown) => {
    caller.log.warn({ err: error }, 'the OpenID Connect provider does not answer')
    throw error instanceof OidcUnreachable ? new Refusal('oidcUnreachable', { name: oidc.name }) : error
  })
  await db
    .insertInto('oidc_attempt')
    .values({
      state_hash: hashToken(state),
      attempt_hash: hashToken(cookie),
      session_id: session?.id ?? null,
      user_id: session?.userId ?? null,
      provider: oidc.name,
      issuer: oidc.issuer,
      subject: null,
      email: null,
      expires_at: new Date(clock.nowMs() + pendingLifeMs),
      used_at: null,
      invitation_hash: invitation?.tokenHash ?? null,
      first_name: invitation?.newcomer?.firstName ?? null,
      last_name: invitation?.newcomer?.lastName ?? null,
      phone_number: invitation?.newcomer?.phoneNumber ?? null,
    })
    .execute()
  caller.setSignInToken(cookie, pendingLifeMs / 1000)
  return { authoriseUrl }
}

export interface UsedAttempt {
  readonly stateHash: Buffer
  /** Set for a link from the profile. */
  readonly sessionId: string | null
  readonly userId: string | null
  readonly invitation: VisitInvitation | undefined
  readonly secrets: OidcSecrets
}

/**
 * Uses the attempt up before anything else is done: of two returns with one state, one wins. Throws `oidcAttemptOver`.
 */
export async function useOidcAttempt(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { signInToken }: Caller,
  state: string,
): Promise<UsedAttempt> {
  const now = new Date(clock.nowMs())
  const used =
    signInToken === undefined
      ? undefined
      : await db
          .updateTable('oidc_attempt')
          .set({ used_at: now })
          .where('state_hash', '=', hashToken(state))
          .where('attempt_hash', '=', hashToken(signInToken))
          .where('used_at', 'is', null)
          .where('expires_at', '>', now)
          .returning([
            'state_hash',
            'session_id',
            'user_id',
            'invitation_hash',
            'first_name',
            'last_name',
            'phone_number',
          ])
          .executeTakeFirst()
  if (!used || signInToken === undefined) throw new Refusal('oidcAttemptOver')
  return {
    stateHash: used.state_hash,
    sessionId: used.session_id,
    userId: used.user_id,
    invitation: invitationOf(used),
    secrets: oidcSecretsOf(signInToken),
  }
}

interface InvitationColumns {
  readonly invitation_hash: Buffer | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone_number: string | null
}

function invitationOf(row: InvitationColumns): VisitInvitation | undefined {
  const { invitation_hash: tokenHash, first_name: firstName, last_name: lastName, phone_number: phoneNumber } = row
  if (tokenHash === null) return undefined
  const isWhole = firstName !== null && lastName !== null && phoneNumber !== null
  return { tokenHash, newcomer: isWhole ? { firstName, lastName, phoneNumber } : undefined }
}
