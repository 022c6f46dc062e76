// What both calculators show while somebody types, leaves and comes back.
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { forgetUser } from '../../kernel/store.ts'
import { AdvanceScreen } from './advance-screen.tsx'
import { SimpleCalculator } from './simple-calculator.tsx'

// A canvas is drawn in a browser only.
vi.mock(import('../chart/instrument-chart.tsx'), () => ({ InstrumentChart: () => <div /> }))

const market = sampleMarket({
  source: 'import',
  mode: 'closed',
  marketDay: '2021-04-21',
  formingDay: null,
  isOpen: false,
})
const link = '/stock-calculator-advance?ticket=SPY&capital=50000&risk=1&resistance=47.6&support=44.2'

beforeEach(() => {
  forgetUser()
  signIn()
  answers({
    'GET /v1/api/market/find-state': market,
    'POST /v1/api/stock/fundamental': null,
    'GET /v1/api/stock-calculator/find-analyses': [],
  })
})

const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
const result = () => screen.getByLabelText('Result')
const advanced = (at = link) => render(<AdvanceScreen />, { at })
const simple = () => render(<SimpleCalculator />)
const fillIn = async ({ user }: Awaited<ReturnType<typeof simple>>, values: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(values)) {
    await user.clear(field(name))
    await user.paste(text)
  }
}
const plan = { Capital: '50000', 'Risk %': '1', 'Resistance price': '47.6', 'Support price': '44.2' }

describe.each([
  ['the simple calculator', simple],
  ['the advanced calculator', advanced],
])('%s', (_name, open) => {
  test('follows every key, so that no old result is beside new input', async () => {
    const page = await open()
    await fillIn(page, plan)
    expect(result()).toHaveTextContent('Stock qty147')
    await page.user.type(field('Capital'), '0')
    expect(result()).toHaveTextContent('Stock qty1,470')
    await page.user.clear(field('Capital'))
    expect(result()).toHaveTextContent('Stock qty--')
    expect(result()).not.toHaveAttribute('data-tone')
  })

  test('says what a plan costs and loses beyond what was typed, and is not green', async () => {
    const page = await open()
    await fillIn(page, plan)
    expect(result()).toHaveAttribute('data-tone', 'warning')
    expect(
      screen.getByText(
        'The investment of $6,998.67 is above $800. The true loss of $696.78 at the stop is above the risk of ' +
          '$500.00 (1% of the capital).',
      ),
    ).toBeInTheDocument()
    await fillIn(page, { 'Risk %': '10' })
    expect(
      screen.getByText(/^The investment of \$69,986\.70 is above the capital of \$50,000\.00\. The true loss/),
    ).toBeInTheDocument()
    expect(result()).toHaveAttribute('data-tone', 'warning')
  })

  test('rounds prices below one dollar to their tick, and shows money with two decimals', async () => {
    const page = await open()
    await fillIn(page, { Capital: '50000', 'Risk %': '1', 'Support price': '0.495', 'Resistance price': '0.5123' })
    const shown = within(result())
    for (const text of ['28,901', '$0.5223', '$0.4802', '$15,094.99', '-$1,216.73', '2.43%'])
      expect(shown.getByText(text)).toBeInTheDocument()
  })

  test('is walked by Tab from field to field, and the reset buttons come after them', async () => {
    const page = await open()
    await fillIn(page, plan)
    await page.user.click(field('Capital'))
    const walked: (string | undefined)[] = []
    for (let step = 0; step < 10; step++) {
      walked.push(document.activeElement?.getAttribute('aria-label') ?? labelOf(document.activeElement))
      await page.user.tab()
    }
    expect(walked.slice(0, 4)).toEqual(Object.keys(plan))
    expect(walked.filter((name) => name?.startsWith('Reset '))).toEqual(
      Object.keys(plan).map((name) => `Reset ${name}`),
    )
  })

  test('empties a field by its reset button, which gives the focus back to it', async () => {
    const page = await open()
    await fillIn(page, plan)
    await page.user.click(screen.getByRole('button', { name: 'Reset Support price' }))
    expect(field('Support price')).toHaveValue('')
    expect(field('Support price')).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Reset Support price' })).not.toBeInTheDocument()
  })

  test('keeps what was typed for the user who comes back, and forgets it with the user', async () => {
    await fillIn(await open(), { ...plan, 'Support price': '43.21' })
    cleanup()
    await open()
    expect(Object.keys(plan).map((name) => field(name))).toEqual([
      expect.objectContaining({ value: '50000' }),
      expect.objectContaining({ value: '1' }),
      expect.objectContaining({ value: '47.6' }),
      expect.objectContaining({ value: '43.21' }),
    ])
    cleanup()
    forgetUser()
    signIn()
    await render(open === simple ? <SimpleCalculator /> : <AdvanceScreen />)
    expect(field('Support price')).toHaveValue('')
  })
})

const labelOf = (element: Element | null): string | undefined =>
  element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? undefined) : undefined

test('both calculators give the same result for the same input', async () => {
  await fillIn(await simple(), plan)
  const figures = result().textContent
  cleanup()
  await advanced()
  expect(result().textContent).toBe(figures)
})

test('an error goes as soon as something else is typed', async () => {
  const page = await advanced()
  await fillIn(page, { 'Risk %': '101' })
  await page.user.tab()
  const box = () => screen.queryAllByRole('alert').filter((one) => one.tagName === 'P')
  expect(box()).toHaveLength(1)
  await page.user.type(field('Capital'), '1')
  expect(box()).toHaveLength(0)
})

test('another link starts over, and the menu goes on with what was typed', async () => {
  await fillIn(await advanced(), { 'Support price': '43.21' })
  cleanup()
  await advanced('/stock-calculator-advance')
  expect(field('Support price')).toHaveValue('43.21')
  cleanup()
  await advanced('/stock-calculator-advance?ticket=QQQ&capital=1000')
  expect([field('Capital'), field('Support price')].map((one) => one.getAttribute('value'))).toEqual(['1000', ''])
})

test('saving an analysis is confirmed by its name', async () => {
  answers({ 'POST /v1/api/stock-calculator/save-analysis': { message: 'Breakout of SPY is saved.' } })
  const { user } = await advanced()
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save Analysis' }))
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Breakout of SPY')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Breakout of SPY is saved.')).toBeInTheDocument()
  expect(await screen.findByText('Breakout of SPY')).toBeInTheDocument()
})
