// Stores light, dark or system. A cookie and not local storage, because signing out clears all local storage and the
// sign-in page should keep the theme; `public/color-scheme.js` reads the same cookie before the first paint.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const oneYearSeconds = 365 * 24 * 60 * 60

function isScheme(value: unknown): value is MantineColorScheme {
  return value === 'light' || value === 'dark' || value === 'auto'
}

/**
 * Returns a Mantine colour-scheme manager over the cookie `colorScheme`; other tabs follow through a broadcast channel.
 */
export function cookieColorScheme(): MantineColorSchemeManager {
  let channel: BroadcastChannel | undefined
  return {
    get: (fallback) => {
      const value = /(?:^|; )colorScheme=(\w+)/.exec(document.cookie)?.[1]
      return isScheme(value) ? value : fallback
    },
    set: (value) => {
      document.cookie = `colorScheme=${value}; path=/; max-age=${oneYearSeconds}; samesite=strict`
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target origin
      channel?.postMessage(value)
    },
    subscribe: (onUpdate) => {
      channel = new BroadcastChannel('colorScheme')
      channel.addEventListener('message', (event) => isScheme(event.data) && onUpdate(event.data))
    },
    unsubscribe: () => channel?.close(),
    clear: () => {
      document.cookie = 'colorScheme=; path=/; max-age=0; samesite=strict'
    },
  }
}
