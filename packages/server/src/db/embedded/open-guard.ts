// The supervisor's own connection. It proves that the responding server is the server of our directory, that it keeps
// what it acknowledges, and that no other application, for example in another container, uses it; when the connection
// ends, the server is gone.
import { realpathSync } from 'node:fs'
import { Client } from 'pg'
import { DataFolderRefusal } from './data-folder-refusal.ts'
import { requireDurableSettings } from './require-durable-settings.ts'
import { errorCodeOf } from '../../kernel/error-code.ts'

export type Guard = { client: Client; ended: Promise<void> }

/** NOT_READY is worth retrying: nothing is listening yet, or the server is still starting or already stopping. */
export type GuardResult = Guard | 'NOT_READY' | 'HELD_BY_ANOTHER'

/** Any number that nothing else here locks. */
const applicationLock = 7_201_604_610

const notReadyCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03', '57P01', '57P02', '53300'])

export async function openGuard(url: string, cluster: string): Promise<GuardResult> {
  const client = new Client({ connectionString: url, application_name: 'clubfolio supervisor', keepAlive: true })
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  // Only the end of the connection matters; without a listener its error would end the whole process.
  client.on('error', () => {})
  try {
    await client.connect()
    const directory = await show(client, 'data_directory')
    if (realpathSync(directory) !== realpathSync(cluster)) {
      throw new DataFolderRefusal(
        'IN_USE',
        `Another PostgreSQL server answers at the address of ${cluster}. Stop it, or choose another folder with ` +
          'CLUBFOLIO_DATA.',
      )
    }
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      applicationLock,
    ])
    if (rows[0]?.taken !== true) {
      await client.end()
      return 'HELD_BY_ANOTHER'
    }
    // Checked once the server is known to be exclusively ours, so that a refused one may be stopped.
    // Production has a server of its own, so this one may be a test's.
    await requireDurableSettings((setting) => show(client, setting), { allowsUnwrittenCommits: true })
    return { client, ended }
  } catch (error) {
    await client.end().catch(() => {})
    if (isNotReady(error)) return 'NOT_READY'
    if (errorCodeOf(error) === '28P01')
      throw new DataFolderRefusal(
        'PASSWORD_LOST',
        `The password kept beside ${cluster} does not open the database. Put the right postgres.password file ` +
          'back, or move the data folder aside and restore a backup with npm run restore.',
      )
    throw error
  }
}

async function show(client: Client, setting: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [setting])
  return rows[0]?.value ?? ''
}

function isNotReady(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return notReadyCodes.has(error.code)
  return error.message.includes('Connection terminated') || error.message.includes('connection terminated')
}
