// What stays visible with a folded menu, and that the source of the prices is named. Source: docs/rules/interface.md,
// "Menu".
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MarketBadgePart } from '../../features/market/market-badge-part.tsx'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { AboutDialog } from './about-dialog.tsx'
import { SideMenu } from './side-menu.tsx'

test.each([true, false])('attribution and version are there with the menu folded: %s', async (isFolded) => {
  signIn()
  const onAbout = vi.fn<() => void>()
  const { user } = await render(<SideMenu isFolded={isFolded} onAbout={onAbout} />)
  expect(screen.getByRole('link', { name: 'Charts by TradingView' })).toBeVisible()
  const about = screen.getByRole('button', { name: 'About 1.2.3' })
  expect(about).toBeVisible()
  await user.click(about)
  expect(onAbout).toHaveBeenCalledOnce()
})

test.each([
  ['simulated', 'Simulated market'],
  ['import', 'Imported market'],
  ['yahoo', 'Yahoo Finance'],
] as const)('the source %s is named in the top bar and in About', async (source, name) => {
  answers({ 'GET /v1/api/market/find-state': sampleMarket({ source }) })
  await render(
    <>
      <MarketBadgePart />
      <AboutDialog onClose={() => undefined} />
    </>,
  )
  expect(await screen.findAllByText(name)).toHaveLength(2)
})
