// Explains to the person at the console why the database that DATABASE_URL names could not be opened.
import { ConfigError } from '../kernel/config.ts'
import { isSocketGone } from '../kernel/database-refusal.ts'

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])
const codes = {
  starting: '57P03',
  wrongPassword: '28P01',
  notAllowed: '28000',
  noDatabase: '3D000',
  tooManyConnections: '53300',
  readOnly: '25006',
}

/**
 * Returns a refusal for what an administrator can fix: no server at the address, a missing role or database, a server
 * that is still starting or full. Returns undefined for everything else, which is a fault. Never reveals the password.
 * Example: nothing listens at 127.0.0.1:5433 -> "DATABASE_URL: no PostgreSQL answers at 127.0.0.1:5433 (ECONNREFUSED).
 * Start it, or correct the address."
 */
export function explainUnopenedDatabase(error: unknown, databaseUrl: string): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const { hostname, port, username, pathname, searchParams } = new URL(databaseUrl)
  const place =
    hostname === '' ? (searchParams.get('host') ?? 'the local socket') : `${hostname}:${port === '' ? '5432' : port}`
  const [user, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  const because = (words: string) => new ConfigError(`DATABASE_URL: ${words}`)
  if (unreachable.has(code) || isSocketGone(error))
    return because(`no PostgreSQL answers at ${place} (${code}). Start it, or correct the address.`)
  if (code === codes.starting) return because(`PostgreSQL at ${place} is starting or stopping. Try again in a moment.`)
  if (code === codes.wrongPassword || code === codes.notAllowed)
    return because(
      `PostgreSQL at ${place} does not let "${user}" in. Correct user and password, or allow the role in pg_hba.conf.`,
    )
  if (code === codes.noDatabase)
    return because(`PostgreSQL at ${place} has no database "${database}". Create it, or correct its name.`)
  if (code === codes.tooManyConnections)
    return because(`PostgreSQL at ${place} has no connection left. Raise max_connections, or end what holds them.`)
  if (code === codes.readOnly)
    return because(`PostgreSQL at ${place} only reads: it is a standby. Name the primary, or a proxy that finds it.`)
  return undefined
}
