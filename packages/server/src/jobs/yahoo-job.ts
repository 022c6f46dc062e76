// Keeps the source `yahoo` up to date where it is configured: after startup and once a session is over. If the
// configuration names it as the active source, it is activated as soon as it has prices, once per start; after that the
// administrator's page decides.
import { activateSource } from '../features/market/activate-source.ts'
import { importYahoo } from '../features/market/bring-in-yahoo.ts'
import { startTask, TaskCancelled } from '../features/task/write-task.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { PooledServices } from '../services.ts'

const tickMs = 15 * 60_000

export const yahooTaskName = 'Bring in prices from Yahoo Finance'

export interface YahooJob {
  /** Finishes the running symbol and starts no other turn. */
  stop(): Promise<void>
}

export function startYahooJob(services: PooledServices): YahooJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let wantsActivation = services.config.marketSource === 'yahoo'
  const runTurn = async (): Promise<void> => {
    try {
      await keepUp(services)
      if (wantsActivation && (await activateOnce(services))) wantsActivation = false
    } catch (error) {
      services.log.error({ err: error }, 'the prices of Yahoo Finance could not be brought up to date')
    }
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  let turn = services.yahoo === undefined ? Promise.resolve() : runTurn()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}

/** Runs one turn as a visible task; creates no task when nothing is due. */
async function keepUp(services: PooledServices): Promise<void> {
  const { db, clock } = services
  let task: Awaited<ReturnType<typeof startTask>> | undefined
  try {
    const { broughtIn, failed, left } = await importYahoo(services, async (done, total) => {
      task ??= await startTask(db, clock, {
        name: yahooTaskName,
        total,
        onCancel: 'What was brought in stays; the other symbols are asked for at the next turn.',
      })
      await task.advance(done, total)
    })
    await (left === 0
      ? task?.complete()
      : task?.fail(`Yahoo Finance refused or was not there; ${left} symbols are asked for at the next turn.`))
    if (broughtIn.length + failed.length > 0)
      services.log.info({ symbols: broughtIn.length, failed: failed.length, left }, 'Yahoo Finance was asked')
  } catch (error) {
    await task?.fail(error)
    if (!(error instanceof TaskCancelled)) throw error
  }
}

/** Returns whether activation is settled: active now, or nothing to activate yet. */
async function activateOnce({ db, clock }: PooledServices): Promise<boolean> {
  const row = await db.selectFrom('market_source').select('market_day').where('source', '=', 'yahoo').executeTakeFirst()
  if (!row?.market_day) return false
  await inTransaction(db, (trx) => activateSource(trx, clock, 'yahoo', null))
  return true
}
