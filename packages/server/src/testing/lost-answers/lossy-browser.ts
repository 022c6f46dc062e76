// A headless browser: the page's own way of sending effects over a storage that outlives it, like a tab that can be
// reloaded.
import { randomUUID } from 'node:crypto'
import { createClient, type Client, type EffectCall, type RequestOutcome } from '@clubfolio/contract'

/** The page's modules, loaded by their URL so that the server's build never depends on the page. */
interface PageModules {
  createEffectJournal(storage: MapStorage): unknown
  createEffectRunner(parts: unknown): {
    run(effect: EffectCall, send: (key: string) => Promise<unknown>): Promise<unknown>
    resume(): void
  }
}

export interface ShownFate {
  readonly entry: { readonly key: string; readonly call: string }
  readonly state: 'sending' | 'asking' | 'done' | 'not-done' | 'unknown'
  readonly words: string
}

export interface LossyBrowser {
  readonly client: Client
  /** Every key it has sent under. */
  readonly keys: readonly string[]
  readonly shown: () => readonly ShownFate[]
  /** Resolves when nothing is pending any more. */
  readonly settled: () => Promise<void>
  /** Closes the tab in the middle of whatever it is doing. */
  readonly close: () => void
}

export class MapStorage {
  readonly #entries = new Map<string, string>()
  get length(): number {
    return this.#entries.size
  }
  key(place: number): string | null {
    return [...this.#entries.keys()][place] ?? null
  }
  getItem(name: string): string | null {
    return this.#entries.get(name) ?? null
  }
  setItem(name: string, value: string): void {
    this.#entries.set(name, value)
  }
  removeItem(name: string): void {
    this.#entries.delete(name)
  }
}

const folder = new URL('../../../../web/src/kernel/effect/', import.meta.url)
const load = async (file: string): Promise<PageModules> =>
  (await import(/* @vite-ignore */ new URL(file, folder).href)) as PageModules

export interface BrowserOptions {
  readonly url: string
  readonly storage: MapStorage
  readonly userId: string
  readonly token: string
  readonly nowMs: () => number
  /** Whether the browser considers itself online; true by default. */
  readonly isOnline?: () => boolean
}

export async function openLossyBrowser({
  url,
  storage,
  userId,
  token,
  nowMs,
  isOnline = () => true,
}: BrowserOptions): Promise<LossyBrowser> {
  const [{ createEffectJournal }, { createEffectRunner }] = await Promise.all([
    load('effect-journal.ts'),
    load('effect-runner.ts'),
  ])
  const tab = new AbortController()
  const keys: string[] = []
  let shown: readonly ShownFate[] = []
  let onChange = (): void => undefined
  const client: Client = createClient({
    baseUrl: url,
    getToken: () => token,
    fetch: (address, init) =>
      fetch(address, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, tab.signal]) : tab.signal }),
    runEffect: (effect, send) => runner.run(effect, send),
  })
  const runner = createEffectRunner({
    journal: createEffectJournal(storage),
    userId: () => userId,
    isOnline,
    nowMs,
    newKey: () => {
      const key = randomUUID()
      keys.push(key)
      return key
    },
    settle: ({ key, sentAtMs }: { readonly key: string; readonly sentAtMs: number }): Promise<RequestOutcome> =>
      client.request.settle({ body: { key, sentAt: sentAtMs } }),
    decode: (_entry: unknown, reply: unknown) => Promise.resolve(reply),
    // A closed tab does nothing any more.
    pause: () => new Promise<void>((resolve) => void (tab.signal.aborted || setTimeout(resolve, 5))),
    alone: (_key: string, work: () => Promise<unknown>) => work(),
    show: (now: readonly ShownFate[]) => {
      if (tab.signal.aborted) return
      shown = now
      onChange()
    },
    onFound: () => undefined,
  })
  runner.resume()
  return {
    client,
    keys,
    shown: () => shown,
    settled: () =>
      new Promise((resolve) => {
        onChange = () => {
          if (shown.every(({ state }) => state !== 'sending' && state !== 'asking')) resolve()
        }
        onChange()
      }),
    close: () => tab.abort(),
  }
}
