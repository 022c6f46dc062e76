// Each minute the forming day of the simulated market is written into the list figures.
import { writeFormingDay } from '../features/market/write-forming-day.ts'
import type { Services } from '../services.ts'

const tickMs = 60_000

export interface FormingDayJob {
  /** Finishes a running turn and starts no other. */
  stop(): Promise<void>
}

export function startFormingDayJob(services: Services): FormingDayJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const runTurn = async (): Promise<void> => {
    try {
      await writeFormingDay(services)
    } catch (error) {
      services.log.error({ err: error }, 'the forming day could not be written')
    }
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  let turn = runTurn()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}
