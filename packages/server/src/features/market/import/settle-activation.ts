// Makes the market of imported prices active, unless too little of a file was understood.
// Source: docs/rules/market.md, "When an import makes its market active".
import type { PoolClient } from 'pg'
import { queriesOn } from '../../../db/queries-on.ts'
import { activateSource } from '../activate-source.ts'
import { findDoubt, writeDoubt, type MarketDoubt } from '../market-doubt.ts'
import type { ImportOrder, ImportServices } from './import-order.ts'

interface ActivationOptions {
  readonly order: ImportOrder & { name: string }
  readonly marketDay: string | null
  readonly doubt: MarketDoubt | undefined
}

/** Makes the market active, unless too little of this file, or of an earlier one, was understood. */
export async function settleActivation(
  services: ImportServices,
  client: PoolClient,
  { order, marketDay, doubt: found }: ActivationOptions,
): Promise<{ readonly isActive: boolean; readonly doubt: MarketDoubt | undefined }> {
  const db = await queriesOn(client)
  const before = await findDoubt(db, 'import')
  // A good import of the same file removes its doubt; that of another file stays.
  const doubt = found ?? (before?.file === order.name ? undefined : before)
  if (order.activatesAnyway !== true && doubt !== before) await writeDoubt(db, 'import', doubt)
  if (marketDay === null) return { isActive: false, doubt: found }
  if (doubt && order.activatesAnyway !== true) {
    const source = await db
      .selectFrom('market_source')
      .select('is_active')
      .where('source', '=', 'import')
      .executeTakeFirst()
    return { isActive: source?.is_active ?? false, doubt }
  }
  await writeDoubt(db, 'import', undefined)
  return { isActive: await activate(services, client, order.startedBy), doubt: found }
}

/** Activates the imported market and returns whether it is active now; a failure does not roll back the file. */
async function activate(
  { clock, log }: ImportServices,
  client: PoolClient,
  startedBy: string | null,
): Promise<boolean> {
  await client.query('savepoint before_activation')
  try {
    await activateSource(await queriesOn(client), clock, 'import', startedBy)
    return true
  } catch (error) {
    await client.query('rollback to savepoint before_activation')
    log.error({ err: error }, 'the imported market could not be made active')
    return false
  }
}
