// Looks after the funds: sends transfers of practice money that are waiting, mails statements that were
// ordered, and checks the books once a night.
import { checkFunds } from '../features/fund/check-funds.ts'
import { sendDueStatements } from '../features/fund/send-statements.ts'
import { sendDueFunding } from '../features/fund/send-funding.ts'
import type { Services } from '../services.ts'

const tickMs = 15_000

export interface FundJob {
  /** Finishes a running turn and starts no other. */
  stop(): Promise<void>
}

/** What is due now; also run when a steered clock was moved. */
export async function runFundUpkeep(services: Services): Promise<void> {
  await sendDueFunding(services)
  await sendDueStatements(services)
  await checkFunds(services)
}

export function startFundJob(services: Services): FundJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  const runTurn = async (): Promise<void> => {
    try {
      await runFundUpkeep(services)
    } catch (error) {
      services.log.error({ err: error }, 'the upkeep of the funds failed')
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
