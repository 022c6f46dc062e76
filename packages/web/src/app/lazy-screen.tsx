// A screen whose code loads when it is opened. Without a connection it fails in words of its own, instead of reloading
// a page that could not load again.
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** The code of a screen was not loaded before the connection was lost. */
export class OfflineScreenError extends Error {
  /** Loads the code; afterwards the screen can be rendered again. */
  readonly loadAgain: () => Promise<void>
  constructor(loadAgain: () => Promise<void>) {
    super('You are offline, and this page was not loaded before.')
    this.name = 'OfflineScreenError'
    this.loadAgain = loadAgain
  }
}

export function lazyScreen(load: () => Promise<ComponentType>) {
  const screen = lazyRouteComponent(async () => {
    try {
      const Screen = await load()
      return { default: () => <Screen /> }
    } catch (error) {
      throw navigator.onLine ? error : new OfflineScreenError(loadAgain)
    }
  })
  const loadAgain = async (): Promise<void> => screen.preload?.()
  return screen
}
