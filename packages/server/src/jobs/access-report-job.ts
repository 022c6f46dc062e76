// Each minute the accounts are looked through for access that lapses.
import { reportAccess } from '../features/account/report-access.ts'
import type { Services } from '../services.ts'

const tickMs = 60_000

export interface AccessReportJob {
  /** Finishes a running turn and starts no other. */
  stop(): Promise<void>
}

export function startAccessReportJob(services: Services): AccessReportJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const runTurn = async (): Promise<void> => {
    try {
      await reportAccess(services)
    } catch (error) {
      services.log.error({ err: error }, 'lapsing access could not be reported')
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
