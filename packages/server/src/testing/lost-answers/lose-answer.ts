// One round: an effect is requested, its answer meets a fault, and the tab may be reloaded midway; the fate that the
// browser finally reports is compared with what happened.
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@clubfolio/contract'
import type { FaultProxy, WireFault } from './fault-proxy.ts'
import { type BrowserOptions, type LossyBrowser, MapStorage, openLossyBrowser } from './lossy-browser.ts'

export interface LostRound {
  readonly proxy: FaultProxy
  readonly person: Omit<BrowserOptions, 'storage'>
  readonly fault: WireFault
  /** The tab is reloaded this many milliseconds after sending. */
  readonly reloadAfterMs: number | undefined
  readonly timeoutMs: number
  readonly ask: (client: LossyBrowser['client'], options: { readonly timeoutMs: number }) => Promise<unknown>
}

/** `refused`: the server refused, so nothing happened. */
export type ToldFate = 'done' | 'not-done' | 'refused' | 'unknown'

export interface Told {
  readonly fate: ToldFate
  readonly words: string
  readonly keys: readonly string[]
}

export async function dropAnswer({ proxy, person, fault, reloadAfterMs, timeoutMs, ask }: LostRound): Promise<Told> {
  const storage = new MapStorage()
  const first = await openLossyBrowser({ ...person, storage })
  proxy.meet(fault)
  const asked = ask(first.client, { timeoutMs }).then(
    (): Omit<Told, 'keys'> => ({ fate: 'done', words: 'answered' }),
    (error: unknown): Omit<Told, 'keys'> => ({
      fate: fateOf(error),
      words: error instanceof Error ? error.message : '',
    }),
  )
  if (reloadAfterMs === undefined) {
    const told = await asked
    return { ...told, keys: first.keys }
  }
  const early = await Promise.race([
    asked,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), reloadAfterMs)),
  ])
  first.close()
  if (early) return { ...early, keys: first.keys }
  const second = await openLossyBrowser({ ...person, storage })
  await second.settled()
  const last = second.shown().at(-1)
  second.close()
  // The first tab may have received its answer at that very moment; or it was closed before it recorded anything, so
  // nothing was sent.
  if (!last) return { ...(await Promise.race([asked, setImmediate(nothingLeft)])), keys: first.keys }
  return {
    fate: last.state === 'done' ? 'done' : last.state === 'unknown' ? 'unknown' : 'not-done',
    words: last.words,
    keys: first.keys,
  }
}

const nothingLeft: Omit<Told, 'keys'> = { fate: 'not-done', words: 'the tab was gone before anything was sent' }

function fateOf(error: unknown): ToldFate {
  if (!(error instanceof ApiError)) throw error
  if (error.body.refusal === 'requestUnknown') return 'unknown'
  return error.body.refusal === 'requestWithdrawn' ? 'not-done' : 'refused'
}
