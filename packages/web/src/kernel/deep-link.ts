// The address that a visitor asked for before they signed in. It travels in the history entry of the sign-in page,
// which only this application writes: a link from elsewhere cannot carry one, and it is gone with the entry.
// Source: docs/rules/access.md, "Sign-in".

export interface DeepLink {
  /** Path, search and hash: `/wallet?account=7`. */
  readonly address: string
  /** The user whom the page showed before; absent in a browser where nobody was signed in. */
  readonly userId?: string | undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly deepLink?: DeepLink
  }
}

const ownPages = /^\/(auth|page-not-found)?([/?#]|$)/

/** Returns the state of the sign-in page for an address that needs a session; the start page is no deep link. */
export const rememberAddress = (address: string, userId: string | undefined): { readonly deepLink?: DeepLink } =>
  ownPages.test(address) ? {} : { deepLink: { address, userId } }

/**
 * Returns where the sign-in of `userId` leads, or undefined for the start page: without a deep link, when it was
 * another user's, and for an address that is not a path of this origin.
 */
export function findDeepLink(state: { readonly deepLink?: unknown }, userId: string | undefined): string | undefined {
  const link = state.deepLink
  if (typeof link !== 'object' || link === null || !('address' in link)) return undefined
  const { address } = link
  if (typeof address !== 'string' || !isOwnPath(address) || ownPages.test(address)) return undefined
  const owner = 'userId' in link ? link.userId : undefined
  return owner === undefined || owner === userId ? address : undefined
}

/** `//elsewhere.example` and `/\\elsewhere.example` name another host. */
function isOwnPath(address: string): boolean {
  if (!address.startsWith('/')) return false
  const base = 'http://own.invalid'
  return URL.canParse(address, base) && new URL(address, base).origin === base
}
