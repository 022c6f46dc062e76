// Reads an account as soon as a fill is known, so that no screen shows a filled order next to an outdated position.
import type { Services } from '../../services.ts'
import { syncAccount } from './sync-account.ts'

/** Longest time an order's response waits for the account reading; the reading itself continues in the background. */
const mostMs = 2_000

export interface ReadOnce {
  /** For the work: a fill that is found with them is only noted. */
  readonly services: Services
  /** Reads the accounts that were noted until now. */
  read(): Promise<void>
}

/**
 * For work of several orders that fill one after the other. A reading is four requests, and the brokerage limits those
 * of a login per minute.
 */
export function readFillsOnce(services: Services): ReadOnce {
  const filledAccounts = new Set<string>()
  return {
    services: { ...services, filledAccounts },
    async read() {
      for (const accountId of filledAccounts) {
        filledAccounts.delete(accountId)
        await readAfterFill(services, accountId)
      }
    },
  }
}

/** Reads the account after a fill. A failed reading is made up for by the account's next scheduled one. */
export async function readAfterFill(services: Services, accountId: string): Promise<void> {
  if (services.filledAccounts !== undefined) {
    services.filledAccounts.add(accountId)
    return
  }
  await readNow(services, accountId)
}

/** Reads the account also within work that reads its fills at its end. A failed reading is made up for as above. */
export async function readNow(services: Services, accountId: string): Promise<void> {
  const reading = syncAccount(services, accountId).catch((error: unknown) =>
    services.log.warn({ err: error, accountId }, 'the account could not be read after a fill yet'),
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, mostMs)))
  await Promise.race([reading, late])
  clearTimeout(timer)
}
