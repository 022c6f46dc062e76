// Keeps the stored simulated market up to date: fills it when the server starts and adds every session once it is over.
// The first instruments exist before the server answers; the others follow page by page as a visible task.
import { lastFinishedSessionAt } from '@clubfolio/domain'
import { fillMarketPage } from '../features/market/fill-simulated-market.ts'
import { startTask } from '../features/task/write-task.ts'
import type { PooledServices } from '../services.ts'

const tickMs = 15_000
/** The indices and enough companies for every list. */
const firstPage = 20
const laterPage = 30

export const fillTaskName = 'Fill the simulated market'

export interface SimulatedMarketJob {
  /** Resolves when the first page is stored or has failed. */
  readonly filled: Promise<void>
  /** Finishes the running page and starts no other. */
  stop(): Promise<void>
}

/** `onProgress` learns how many instruments have their history, and of how many. */
export function startSimulatedMarketJob(
  services: PooledServices,
  onProgress: (filled: number, total: number) => void = () => undefined,
): SimulatedMarketJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let filledThrough = ''
  let onFirstPage: () => void = () => undefined
  const filled = new Promise<void>((resolve) => (onFirstPage = resolve))

  const goesOn = (left: number): boolean => left > 0 && !isStopping

  const fillUp = async (): Promise<void> => {
    const startedMs = performance.now()
    let page = await fillMarketPage(services, firstPage)
    onFirstPage()
    if (page === null || page.day === null) return
    if (page.left > 0) {
      const { total } = page
      onProgress(total - page.left, total)
      const task = await startTask(services.db, services.clock, { name: fillTaskName, total })
      try {
        while (page !== null && goesOn(page.left)) {
          await task.advance(total - page.left, total)
          page = await fillMarketPage(services, laterPage)
          if (page) onProgress(total - page.left, total)
        }
        if (page?.left === 0) {
          await task.advance(total, total)
          await task.complete()
        } else
          await task.fail('The server stopped, or another one goes on with it. The rest follows after the next start.')
      } catch (error) {
        await task.fail(error)
        throw error
      }
    }
    if (page?.left !== 0) return
    // Whatever was left out is retried in a later turn.
    if (page.isWhole) filledThrough = page.day ?? ''
    services.log.info(
      { day: page.day, instruments: page.total, seconds: Math.round(performance.now() - startedMs) / 1000 },
      'simulated market is up to date',
    )
  }

  const runTurn = async (): Promise<void> => {
    try {
      if (filledThrough < lastFinishedSessionAt(services.clock.nowMs())) await fillUp()
    } catch (error) {
      services.log.error({ err: error }, 'the simulated market could not be brought up to date')
    }
    onFirstPage()
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  let turn = runTurn()
  return {
    filled,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}
