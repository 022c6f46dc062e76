// Positions and cash follow a fill as soon as it is known, so that no screen shows an order as filled beside yesterday's position.
import type { Services } from '../../services.ts'
import { syncAccount } from './sync-account.ts'

/** Whoever waits for an order's answer waits no longer than this for the account beside it; the reading goes on by itself. */
const mostMs = 2_000

/** A reading that fails is made up for by the account's own turn. */
export async function readAfterFill(services: Services, accountId: string): Promise<void> {
  const reading = syncAccount(services, accountId).catch((error: unknown) => services.log.warn({ err: error, accountId }, 'the account could not be read after a fill yet'))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, mostMs)))
  await Promise.race([reading, late])
  clearTimeout(timer)
}
