// All pages of the help, and the lookup by path.
import { screens, type Screen } from '../screens.ts'
import type { HelpPage } from './help-page.ts'
import { administrationPages } from './pages/administration.ts'
import { fundPages } from './pages/fund.ts'
import { overviewPages } from './pages/overview.ts'
import { reportPages } from './pages/reports.ts'
import { researchPages } from './pages/research.ts'
import { tradingPages } from './pages/trading.ts'

export interface ScreenHelp {
  readonly screen: Screen
  readonly page: HelpPage
}

const pages: readonly HelpPage[] = [
  ...overviewPages,
  ...tradingPages,
  ...researchPages,
  ...fundPages,
  ...reportPages,
  ...administrationPages,
]

/** Each built screen with its page, in menu order. */
export const screenHelp: readonly ScreenHelp[] = screens.flatMap((screen) => {
  const page = pages.find((each) => each.screen === screen.name)
  return page && screen.load ? [{ screen, page }] : []
})

/**
 * Returns the help for a path: '/chart/SPY/_D' maps to the page of Chart, '/account/activate' to its own page and not
 * to that of Accounts. Undefined where there is no screen, such as page-not-found.
 */
export function helpAt(path: string, table: readonly ScreenHelp[] = screenHelp): ScreenHelp | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  return table.find(({ screen }) =>
    screen.paths.some((pattern) => {
      const wanted = pattern.split('/').filter((segment) => segment !== '')
      return (
        wanted.length === segments.length &&
        wanted.every((segment, index) => segment.startsWith('$') || segment === segments[index])
      )
    }),
  )
}
