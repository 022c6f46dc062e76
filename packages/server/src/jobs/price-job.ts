// Keeps the prices of the configured services up to date: after startup and once a session is over. If the
// configuration names one as the active source, it is activated as soon as it has prices, once per start; after that
// the administrator's page decides.
import { activateSource } from '../features/market/activate-source.ts'
import { importPrices, type PriceFeed, priceFeeds } from '../features/market/bring-in-prices.ts'
import { startTask, TaskCancelled } from '../features/task/write-task.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { PooledServices } from '../services.ts'

const tickMs = 15 * 60_000

export const priceTaskName = (title: string): string => `Bring in prices from ${title}`

export interface PriceJob {
  /** Finishes the running symbol and starts no other turn. */
  stop(): Promise<void>
}

export function startPriceJob(services: PooledServices): PriceJob {
  const feeds = priceFeeds(services)
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let wanted = services.config.marketSource
  const runTurn = async (): Promise<void> => {
    for (const feed of feeds) {
      try {
        await keepUp(services, feed)
        if (wanted === feed.source && (await activateOnce(services, feed))) wanted = undefined
      } catch (error) {
        services.log.error({ err: error }, `the prices of ${feed.title} could not be brought up to date`)
      }
    }
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  let turn = feeds.length === 0 ? Promise.resolve() : runTurn()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}

/** Runs one turn as a visible task; creates no task when nothing is due. */
async function keepUp(services: PooledServices, { source, title }: PriceFeed): Promise<void> {
  const { db, clock } = services
  let task: Awaited<ReturnType<typeof startTask>> | undefined
  try {
    const { broughtIn, failed, left } = await importPrices(services, source, async (done, total) => {
      task ??= await startTask(db, clock, {
        name: priceTaskName(title),
        total,
        onCancel: 'What was brought in stays; the other symbols are asked for at the next turn.',
      })
      await task.advance(done, total)
    })
    await (left === 0
      ? task?.complete()
      : task?.fail(`${title} refused or was not there; ${left} symbols are asked for at the next turn.`))
    if (broughtIn.length + failed.length > 0)
      services.log.info({ symbols: broughtIn.length, failed: failed.length, left }, `${title} was asked`)
  } catch (error) {
    await task?.fail(error)
    if (!(error instanceof TaskCancelled)) throw error
  }
}

/** Returns whether activation is settled: active now, or nothing to activate yet. */
async function activateOnce({ db, clock }: PooledServices, { source }: PriceFeed): Promise<boolean> {
  const row = await db.selectFrom('market_source').select('market_day').where('source', '=', source).executeTakeFirst()
  if (!row?.market_day) return false
  await inTransaction(db, (trx) => activateSource(trx, clock, source, null))
  return true
}
