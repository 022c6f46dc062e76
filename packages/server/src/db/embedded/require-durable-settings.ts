// Refuses a database server that may lose what it has acknowledged. Used for the embedded server and for an external
// one.
import { DataFolderRefusal } from './data-folder-refusal.ts'

const required = ['fsync', 'full_page_writes'] as const

/**
 * Checks the required settings; `show` returns the value of one PostgreSQL setting. Throws the refusal NOT_DURABLE when
 * a required one is off.
 */
export async function requireDurableSettings(show: (setting: string) => Promise<string>): Promise<void> {
  for (const setting of required) {
    if ((await show(setting)) !== 'on') {
      throw new DataFolderRefusal(
        'NOT_DURABLE',
        `PostgreSQL runs with ${setting} switched off and could lose acknowledged bookings in a crash. Switch it ` +
          'on in postgresql.conf (and postgresql.auto.conf) and start again.',
      )
    }
  }
}
