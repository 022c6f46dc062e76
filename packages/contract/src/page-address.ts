// The addresses of the pages: the browser application has a screen for each, and the server answers with the page
// there, whatever the caller takes.

/** With parameters in braces. */
export const pageAddresses = [
  '/',
  '/.well-known/acme-challenge/{value}',
  '/auth',
  '/page-not-found',
  '/register',
  '/sign-in-return',
  '/account',
  '/account-mapping',
  '/account/activate',
  '/account/statement-files',
  '/alert',
  '/allocation',
  '/chart',
  '/chart/{symbol}',
  '/chart/{symbol}/{timing}',
  '/dashboard',
  '/dynamic-report',
  '/fund-invitation',
  '/fund-year',
  '/group',
  '/heat-map',
  '/income',
  '/instrument-comparator',
  '/journal',
  '/market',
  '/member',
  '/member-invitation',
  '/my-funds',
  '/notification',
  '/operation',
  '/opportunity-seeker',
  '/option-management',
  '/order',
  '/performance',
  '/profile',
  '/returns',
  '/risk',
  '/screener',
  '/static-report',
  '/stock-calculator-advance',
  '/task',
  '/tools',
  '/transaction',
  '/user',
  '/wallet',
  '/watchlist',
  '/welcome',
] as const

const pattern = new RegExp(
  `^(${pageAddresses.map((path) => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})/?$`,
)

/** Returns whether the path, without query, is that of a page; a slash at its end does not count. */
export const isPageAddress = (path: string): boolean => pattern.test(path)
