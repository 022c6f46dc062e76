// One screen, or one state of a screen.
import type { Page } from '@playwright/test'

export interface Shot {
  readonly name: string
  readonly path: string
  /** On desktop and phone, in CSS pixels, for a screen that is worth more than its first view. */
  readonly height?: readonly [number, number]
  /** Not available on phones. */
  readonly isDesktopOnly?: boolean
  /** Without top bar and menu, so that their market badge is not awaited. */
  readonly isShellAbsent?: boolean
  /** Shows loading states on purpose. */
  readonly isAlwaysBusy?: boolean
  /** Brings the screen into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>
}
