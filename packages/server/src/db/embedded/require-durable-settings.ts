// Refuses a database server that may lose what it has acknowledged. Used for the embedded server and for an external
// one.
import { DataFolderRefusal } from './data-folder-refusal.ts'

const required = ['fsync', 'full_page_writes'] as const
const oneServerAlone = new Set(['off', 'local'])

export interface DurableSettingsOptions {
  /** Outside production a commit may return before it is on disk: tests throw their database away after a crash. */
  readonly allowsUnwrittenCommits: boolean
}

/**
 * Checks the required settings; `show` returns the value of one PostgreSQL setting. Throws the refusal NOT_DURABLE when
 * a required one is off, or when a commit would return before it is on disk and on the standby that is named for that.
 */
export async function requireDurableSettings(
  show: (setting: string) => Promise<string>,
  { allowsUnwrittenCommits }: DurableSettingsOptions,
): Promise<void> {
  for (const setting of required) {
    if ((await show(setting)) !== 'on') {
      throw new DataFolderRefusal(
        'NOT_DURABLE',
        `PostgreSQL runs with ${setting} switched off and could lose acknowledged bookings in a crash. Switch it ` +
          'on in postgresql.conf (and postgresql.auto.conf) and start again.',
      )
    }
  }
  const commits = await show('synchronous_commit')
  if ((await show('synchronous_standby_names')) !== '' && oneServerAlone.has(commits)) {
    throw new DataFolderRefusal(
      'NOT_DURABLE',
      `PostgreSQL has a synchronous standby but runs with synchronous_commit = ${commits}, so it would acknowledge ` +
        'bookings that one server alone holds. Set it to on, for the server, the database and the role, and start ' +
        'again.',
    )
  }
  if (commits === 'off' && !allowsUnwrittenCommits) {
    throw new DataFolderRefusal(
      'NOT_DURABLE',
      'PostgreSQL runs with synchronous_commit = off and would acknowledge bookings that a crash takes back. Set it ' +
        'to on, for the server, the database and the role, and start again.',
    )
  }
}
