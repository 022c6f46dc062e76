// What a page and the service worker say to each other.

export type WorkerMessage =
  /** The waiting version takes over from the present one. */
  | { readonly kind: 'take-over' }
  /** Asks whether a file is of the worker's version; answered through the port. */
  | { readonly kind: 'is-yours'; readonly file: string }
  /** Addresses that the page loaded before the worker watched it. */
  | { readonly kind: 'store'; readonly urls: readonly string[] }

/** What the service worker says to a page. */
export interface PageMessage {
  /** The user clicked a notification that leads to this address of the application. */
  readonly kind: 'open'
  readonly href: string
}
