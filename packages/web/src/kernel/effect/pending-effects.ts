// The effects of this page: one runner wired to this browser's storage, locks and events, and the store of effects to
// show. The runner and the words of every effect are loaded when the page is used, or after the first paint when an
// earlier request still waits for its answer.
import { isKeyOf } from '@clubfolio/domain'
import { type Client, type Route, routeGroups } from '@clubfolio/contract'
import { z } from 'zod'
import { afterFirstPaint } from '../after-first-paint.ts'
import { atFirstInput } from '../at-first-input.ts'
import { currencyOfAccount } from '../listed-accounts.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { createUserStore } from '../store.ts'
import { createEffectJournal, type JournalEntry } from './effect-journal.ts'
import type { EffectRunner, EffectRunnerParts, ShownEffect } from './effect-runner.ts'
import { createLazyRunner, type LazyRunner } from './lazy-runner.ts'

/** Effects whose answer did not arrive, including those that have since ended. */
export const shownEffects = createUserStore<readonly ShownEffect[]>([])

async function routeOf(call: string): Promise<Route | undefined> {
  const [group = '', name = ''] = call.split('.')
  if (!isKeyOf(routeGroups, group)) return undefined
  const routes: Readonly<Record<string, Route>> = await routeGroups[group]()
  return routes[name]
}

/** Resolves after `ms`, or when the page comes back: online, visible, signed in. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const done = () => {
      stop.abort()
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const unsubscribe = session.subscribe(done)
    addEventListener('online', done, { signal: stop.signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && done(), {
      signal: stop.signal,
    })
  })
}

/**
 * `navigator.locks` exists wherever the page is served from a secure context; elsewhere a second tab also asks, which
 * is harmless.
 */
const alone = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(`effect ${key}`, work) : work()

const questionLimitMs = 10_000
const giveUpAfter = async (ms: number): Promise<never> => {
  await pause(ms)
  throw new Error('The question was not answered in time.')
}

const journal = createEffectJournal(localStorage)
let lazyRunner: LazyRunner | undefined

export const runEffect: EffectRunner['run'] = (effect, send) => lazyRunner!.run(effect, send)
export const dismissEffect = (key: string): void => lazyRunner?.loaded()?.dismiss(key)

/**
 * Calls `load` when the page is used, or after the first paint when a request of an earlier page has no answer yet.
 * What cannot be fetched then is fetched once the browser is online again.
 */
export function loadForEffects(load: () => Promise<unknown>): void {
  const tryLoading = () => void load().catch(() => addEventListener('online', tryLoading, { once: true }))
  if (journal.isEmpty()) atFirstInput(tryLoading)
  else afterFirstPaint(tryLoading)
}

/** Loads the runner; call after `watchEffects`. */
export const loadEffects = (): Promise<EffectRunner> => lazyRunner!.load()

/** Call once at startup, with the client whose effects are tracked. */
export function watchEffects(client: Client): void {
  const parts: EffectRunnerParts = {
    journal,
    userId: () => session.user()?.id,
    isOnline: () => navigator.onLine,
    nowMs: Date.now,
    currencyOf: currencyOfAccount,
    newKey: () => crypto.randomUUID(),
    settle: ({ key, sentAtMs }) =>
      // A call of a user who has signed out never completes.
      Promise.race([
        client.request.settle(
          { body: { key, sentAt: sentAtMs } },
          { background: true, ownMessage: true, timeoutMs: questionLimitMs },
        ),
        giveUpAfter(questionLimitMs),
      ]),
    decode: async ({ call }, reply) => {
      const route = await routeOf(call)
      return route && !route.plainReply ? z.decode(route.reply, reply) : reply
    },
    pause,
    alone,
    show: shownEffects.set,
    onFound: () => void queryClient.invalidateQueries(),
  }
  const made = createLazyRunner({
    load: async () => {
      const { createEffectRunner } = await import('./effect-runner.ts')
      const runner = createEffectRunner(parts)
      runner.resume()
      session.subscribe(runner.resume)
      return runner
    },
    userId: parts.userId,
    isOnline: parts.isOnline,
  })
  lazyRunner = made
  loadForEffects(made.load)
}

/** Sends an effect again with its original content; resolves to its answer. */
export async function sendAgain(client: Client, { key, call, wire }: JournalEntry): Promise<unknown> {
  const [group = '', name = ''] = call.split('.')
  const route = await routeOf(call)
  if (!route || !wire) return undefined
  const input = {
    ...(route.params ? { params: z.decode(route.params, wire.params) } : {}),
    ...(route.body ? { body: z.decode(route.body, wire.body) } : {}),
  }
  const calls =
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up by name, a call loses its own types
    (client as unknown as Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>)[
      group
    ]
  return (await loadEffects()).again(key, async () => calls?.[name]?.(input))
}
