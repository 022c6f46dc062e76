// The access of one broker login: opens the sealed tokens and refreshes the short-lived one before it expires. At most
// one refresh per login runs at a time: callers in one process share it, and across processes the row lock makes the
// second find the first one's result.
import type { Selectable } from 'kysely'
import { type BrokerAccess, BrokerFailure, type BrokerTokens } from '../../adapters/broker/port.ts'
import type { AccountTables } from '../../db/tables/account-tables.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Services } from '../../services.ts'

/** A token with less time left than this is refreshed before use. */
const renewEarlyMs = 120_000

/** By the clients of a process, which live as long as it does; each reading call has a query builder of its own. */
const running = new WeakMap<object, Map<string, Promise<string>>>()

/** Returns the tokens sealed for a login's row. */
export function sealTokens(
  { secrets }: Services,
  loginId: string,
  tokens: BrokerTokens,
): { access_token: Buffer; access_expires_at: Date | null; refresh_token: Buffer | null } {
  const { accessToken, accessExpiresMs, refreshToken } = tokens
  return {
    access_token: secrets.seal(accessToken, sealedFor('broker_login', loginId, 'access_token')),
    access_expires_at: accessExpiresMs === null ? null : new Date(accessExpiresMs),
    refresh_token:
      refreshToken === null ? null : secrets.seal(refreshToken, sealedFor('broker_login', loginId, 'refresh_token')),
  }
}

/** Returns access with tokens that are not stored yet, for the read right after an exchange. */
export function freshAccess(tokens: BrokerTokens, key: string): BrokerAccess {
  return {
    key,
    accessToken: () => Promise.resolve(tokens.accessToken),
    tokenAfter: () => Promise.reject(new BrokerFailure('REFUSED', 'The brokerage did not accept its own new access.')),
  }
}

type LoginRow = Selectable<AccountTables['broker_login']>
type Authorisation = Pick<LoginRow, 'refresh_expires_at' | 'lapsed_at'>

/**
 * Returns whether the access of a login is over: its end has passed, or the brokerage refused a refresh before.
 * From then on nothing is read or sent, although the last token may work for minutes. Source: docs/rules/brokerage.md,
 * "Access expiry".
 */
export const hasLapsed = ({ refresh_expires_at: endsAt, lapsed_at: lapsedAt }: Authorisation, nowMs: number): boolean =>
  lapsedAt !== null || (endsAt !== null && endsAt.getTime() <= nowMs)

/** Returns whether an access token can still be used for a while. */
const isFresh = ({ access_expires_at: endsAt }: Pick<LoginRow, 'access_expires_at'>, nowMs: number): boolean =>
  endsAt === null || endsAt.getTime() > nowMs + renewEarlyMs

/**
 * Returns the access of a login. Each token it gives may throw BrokerFailure `LAPSED`. An account from files has no
 * login, so no brokerage can be asked about it.
 */
export function loginAccess(services: Services, loginId: string | null): BrokerAccess {
  const { db, clock, secrets } = services
  if (loginId === null) {
    const refuse = () =>
      Promise.reject(new BrokerFailure('UNCONFIGURED', 'The account comes from files; no brokerage is connected.'))
    return { key: 'files', accessToken: refuse, tokenAfter: refuse }
  }
  return {
    key: loginId,
    async accessToken() {
      const row = await db
        .selectFrom('broker_login')
        .select(['access_token', 'access_expires_at', 'refresh_expires_at', 'lapsed_at'])
        .where('id', '=', loginId)
        .executeTakeFirst()
      if (!row) throw new BrokerFailure('LAPSED', 'The access was replaced.')
      if (hasLapsed(row, clock.nowMs())) throw new BrokerFailure('LAPSED', 'The access has lapsed.')
      if (isFresh(row, clock.nowMs()))
        return secrets.open(row.access_token, sealedFor('broker_login', loginId, 'access_token'))
      return renewOnce(services, loginId, undefined)
    },
    tokenAfter: (rejected) => renewOnce(services, loginId, rejected),
  }
}

function renewOnce(services: Services, loginId: string, rejected: string | undefined): Promise<string> {
  const perProcess = running.get(services.brokers) ?? new Map<string, Promise<string>>()
  running.set(services.brokers, perProcess)
  const open = perProcess.get(loginId)
  if (open) return open
  const renewal = renew(services, loginId, rejected).finally(() => perProcess.delete(loginId))
  perProcess.set(loginId, renewal)
  return renewal
}

type Renewal = { readonly token: string } | { readonly lapsed: true }

/** Holds the row lock during the call to the brokerage, at most for the timeout of one call. */
async function renew(services: Services, loginId: string, rejected: string | undefined): Promise<string> {
  const { db, clock, secrets, brokers } = services
  const outcome = await db.transaction().execute(async (trx): Promise<Renewal> => {
    const row = await trx
      .selectFrom('broker_login')
      .selectAll()
      .where('id', '=', loginId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { lapsed: true }
    const nowMs = clock.nowMs()
    if (hasLapsed(row, nowMs)) return { lapsed: true }
    const current = secrets.open(row.access_token, sealedFor('broker_login', loginId, 'access_token'))
    if (current !== rejected && isFresh(row, nowMs)) return { token: current }
    try {
      if (row.refresh_token === null) throw new BrokerFailure('LAPSED', 'The access cannot be renewed.')
      const tokens = await brokers
        .brokerOf(row)
        .refresh(secrets.open(row.refresh_token, sealedFor('broker_login', loginId, 'refresh_token')))
      await trx
        .updateTable('broker_login')
        .set(sealTokens(services, loginId, tokens))
        .where('id', '=', loginId)
        .execute()
      return { token: tokens.accessToken }
    } catch (error) {
      if (!(error instanceof BrokerFailure) || error.kind !== 'LAPSED') throw error
      await trx
        .updateTable('broker_login')
        .set({ lapsed_at: new Date(nowMs) })
        .where('id', '=', loginId)
        .execute()
      return { lapsed: true }
    }
  })
  if ('lapsed' in outcome) throw new BrokerFailure('LAPSED', 'The access has lapsed.')
  return outcome.token
}

/** Returns when an authorisation ends; null when it lasts until the owner revokes it. */
export const authorisationEnd = (authorisedMs: number, { lifeMs }: Pick<BrokerTokens, 'lifeMs'>): Date | null =>
  lifeMs === null ? null : new Date(authorisedMs + lifeMs)
