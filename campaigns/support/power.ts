// One product that dies and comes back on the same data folder and the same ports: which processes are killed, and how
// long it takes from the kill until the product answers again.
import { setTimeout as delay } from 'node:timers/promises'
import { launchProduct, type LaunchedProduct } from '../../e2e/support/product.ts'
import { processEnd } from '../../packages/server/src/testing/start-holder.ts'
import { familyOf, killAll, postmasterOf, watchdogOf } from './processes.ts'

/**
 * `server`: our process alone; its watchdog then shuts the database down in order, and the brokerage ends with its
 * pipe. `database`: the postmaster alone. `every database process`: the postmaster with its children. `brokerage`: the
 * paper brokerage alone. `everything`: all of these and the watchdog at once, like a power cut.
 */
export const blows = ['server', 'database', 'every database process', 'brokerage', 'everything'] as const
export type Blow = (typeof blows)[number]

export interface Power {
  product(): LaunchedProduct
  /**
   * Kills, restarts what does not come back by itself, and resolves with the milliseconds until everything answered
   * again.
   */
  strike(blow: Blow, nowIso: string): Promise<number>
  /**
   * Stops in order and starts again; resolves with the milliseconds of the start: what this machine currently needs for
   * one.
   */
  restart(nowIso: string): Promise<number>
}

const patienceMs = 60_000
const pollMs = 20

/** `environment` is passed to every start. */
export async function openPower(environment: Readonly<Record<string, string>>): Promise<Power> {
  let product = await launchProduct({ environment })
  await product.ready
  const { ports } = product
  const brokerageOrigin = `http://127.0.0.1:${ports[1]}`
  const start = async (nowIso: string): Promise<void> => {
    product = await launchProduct({
      dataDirectory: product.dataDirectory,
      ports,
      environment: { ...environment, CLUBFOLIO_NOW: nowIso },
    })
  }
  const untilBack = async (isBack: () => boolean, sinceMs: number): Promise<number> => {
    while (!isBack() || !(await answers(`${product.origin}/health`)) || !(await answers(brokerageOrigin))) {
      if (performance.now() - sinceMs > patienceMs)
        throw new Error(`The product did not come back:\n${product.output()}`)
      await delay(pollMs)
    }
    return performance.now() - sinceMs
  }
  return {
    product: () => product,
    async restart(nowIso) {
      await product.end()
      const startedMs = performance.now()
      await start(nowIso)
      return untilBack(() => true, startedMs)
    },
    async strike(blow, nowIso) {
      const { dataDirectory } = product
      const postmaster = postmasterOf(dataDirectory)
      const brokerage = await product.brokerageProcessId()
      const database = blow === 'every database process' || blow === 'everything' ? await familyOf(postmaster!) : []
      const watchdog = watchdogOf(dataDirectory)
      const struckMs = performance.now()
      if (blow === 'server') killAll([product.processId])
      if (blow === 'database') killAll([postmaster])
      if (blow === 'every database process') killAll(database)
      if (blow === 'brokerage') killAll([brokerage])
      if (blow === 'everything') killAll([product.processId, watchdog, ...database, brokerage])
      if (blow === 'server' || blow === 'everything') {
        await product.ended
        await start(nowIso)
      }
      if (blow === 'brokerage') await processEnd(brokerage)
      // The killed postmaster may answer for a moment after its death.
      return untilBack(
        () => !blow.includes('database') || (postmasterOf(dataDirectory) ?? postmaster) !== postmaster,
        struckMs,
      )
    },
  }
}

/** Anything but a fault: the brokerage has no health page. */
async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    return answer.status < 500
  } catch {
    return false
  }
}
