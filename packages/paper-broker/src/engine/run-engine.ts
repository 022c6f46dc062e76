// Advances all accounts in the background: on a timer while the clock runs, or on request after a steerable clock has
// moved. It only decides when; the work, and that it happens exactly once, belongs to `advance-account.ts`.
import type { Database } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { listAccountsAtWork } from '../ledger/list-accounts.ts'
import type { MarketDesk } from '../market/market-desk.ts'
import { MarketUnavailable } from '../market/recorded-paper-market.ts'
import type { EngineSettings } from '../order/account-book.ts'
import { holdAtEnd } from '../replay/control-replay.ts'
import { advanceAccount } from './advance-account.ts'

export interface Engine {
  /** Advances every account with open orders to the present of its market. */
  advanceAll(): Promise<void>
  /** Stops the timer and waits for the current pass. */
  stop(): Promise<void>
}

interface EngineParts {
  readonly database: Database
  readonly desk: MarketDesk
  readonly settings: EngineSettings
  readonly clock: Clock
  /** Undefined: no timer, only on request. */
  readonly everyMs: number | undefined
  readonly onFault: (fault: string) => void
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Starts the engine. A fault in one account is reported once until it changes, and does not block other accounts. */
export function runEngine({ database, desk, settings, clock, everyMs, onFault }: EngineParts): Engine {
  const reported = new Map<string, string>()
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  const work = async (account: AccountSummary): Promise<void> => {
    try {
      await advanceAccount(database, account, await desk.of(account), settings)
      reported.delete(account.accountId)
    } catch (error) {
      const words = error instanceof MarketUnavailable ? error.message : wordsOf(error)
      if (reported.get(account.accountId) !== words)
        onFault(`Account ${account.accountNumber} could not be worked: ${words}`)
      reported.set(account.accountId, words)
    }
  }
  const pass = async (): Promise<void> => {
    await holdAtEnd({ database, clock })
    for (const account of await listAccountsAtWork(database)) {
      if (isStopped) return
      await work(account)
    }
  }
  /** Passes never overlap: a pass requested while another runs follows it. */
  const advanceAll = async (): Promise<void> => {
    const mine = running.then(pass)
    running = mine.catch(() => undefined)
    await mine
  }
  const tick = async (): Promise<void> => {
    try {
      await advanceAll()
    } catch (error) {
      onFault(`The engine could not look for work: ${wordsOf(error)}`)
    }
    schedule()
  }
  const schedule = (): void => {
    if (everyMs !== undefined && !isStopped) timer = setTimeout(() => void tick(), everyMs)
  }
  schedule()
  return {
    advanceAll,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
