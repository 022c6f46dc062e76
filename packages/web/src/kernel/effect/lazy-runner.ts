// Runs effects with a runner whose code loads when the page is used, at the latest with the first effect.
import { ApiError, offlineText } from '@clubfolio/contract'
import type { EffectRunner } from './effect-runner.ts'

export interface LazyRunnerParts {
  /** Loads the code and makes the runner. Called again only when it has failed. */
  readonly load: () => Promise<EffectRunner>
  readonly userId: () => string | undefined
  readonly isOnline: () => boolean
}

export interface LazyRunner {
  readonly run: EffectRunner['run']
  /** Rejects when the code cannot be fetched. */
  readonly load: () => Promise<EffectRunner>
  /** Undefined until it is loaded. */
  readonly loaded: () => EffectRunner | undefined
}

const notLoadedText = 'Part of this page could not be loaded. Nothing was sent. Load the page again.'

export function createLazyRunner({ load, userId, isOnline }: LazyRunnerParts): LazyRunner {
  let runner: EffectRunner | undefined
  let loading: Promise<EffectRunner> | undefined

  const loadOnce = (): Promise<EffectRunner> => {
    loading ??= load().then(
      (loaded) => (runner = loaded),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const runLater: EffectRunner['run'] = async (effect, send) => {
    const sender = userId()
    const loaded = await loadOnce().catch(() => {
      throw new ApiError(0, { code: 0, error: isOnline() ? notLoadedText : offlineText })
    })
    // An effect belongs to the user who asked for it; the client gives no answer to another one.
    if (userId() !== sender) throw new Error('The user signed out before this was sent.')
    return loaded.run(effect, send)
  }
  return {
    // Without a wait once it is loaded: a page that is being left still sends what it has to.
    run: (effect, send) => (runner ? runner.run(effect, send) : runLater(effect, send)),
    load: loadOnce,
    loaded: () => runner,
  }
}
