// The jobs of an active trader, counted: clicks, keys and seconds of each on the demonstration, by a hand that knows the
// way. Typed figures are counted as fields, because the same digits are typed everywhere. docs/jobs.md has the table.
// Source: docs/jobs.md.
import type { Locator, Page } from '@playwright/test'
import { clubEnvironment, expect, test } from '../support/journey.ts'
import { chartScreen } from '../screens/chart-screen.ts'

test.describe.configure({ timeout: 600_000 })
test.use({ ownProduct: { environment: clubEnvironment }, role: 'manager', actionTimeout: 15_000 })

interface Count {
  clicks: number
  keys: number
  fields: number
}

/** Counts what it does. Nothing but this touches the page between the start and the end of a job. */
class Hands {
  readonly count: Count = { clicks: 0, keys: 0, fields: 0 }
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async click(place: Locator): Promise<void> {
    this.count.clicks++
    await place.click()
  }
  /** Keeps the button down until something has happened. */
  async hold(place: Locator, until: () => Promise<void>): Promise<void> {
    this.count.clicks++
    await place.hover()
    await this.#page.mouse.down()
    await until()
    await this.#page.mouse.up()
  }
  /** Does the same with a chord. */
  async holdKeys(keys: readonly string[], until: () => Promise<void>): Promise<void> {
    this.count.keys++
    for (const key of keys) await this.#page.keyboard.down(key)
    await until()
    for (const key of keys.toReversed()) await this.#page.keyboard.up(key)
  }
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count.keys++
      await this.#page.keyboard.press(key)
    }
  }
  /** One figure or word in the field that has the focus; of a line, one word of it. */
  async type(text: string): Promise<void> {
    this.count.fields++
    await this.#page.keyboard.type(text)
  }
}

interface Measured extends Count {
  readonly seconds: number
}

/** The table of docs/jobs.md: a change of it is a change of both. */
const expected: Readonly<Record<string, Count>> = {
  'Buy 100 with stop and target': { clicks: 0, keys: 1, fields: 0 },
  'The same as one line': { clicks: 0, keys: 3, fields: 3 },
  'The same in the ticket': { clicks: 0, keys: 5, fields: 3 },
  'Save its figures as the preset': { clicks: 3, keys: 0, fields: 0 },
  'Move a stop to break-even': { clicks: 1, keys: 2, fields: 0 },
  'Close half': { clicks: 1, keys: 2, fields: 0 },
  'Sell a vertical from the chain': { clicks: 3, keys: 0, fields: 0 },
  'Find last month’s worst trade and its chart': { clicks: 0, keys: 2, fields: 1 },
  'Flatten the account': { clicks: 2, keys: 0, fields: 0 },
}

/** Shares that the demonstration does not hold. */
const firstCodes = ['VAL', 'ROKA', 'CNRI'] as const

const measured = new Map<string, Measured>()

/** `job` prepares the page, which is no part of it, and returns what is counted. */
async function measure(
  name: string,
  page: Page,
  job: (hands: Hands, run: number) => Promise<() => Promise<void>>,
  times = 3,
): Promise<void> {
  const seconds: number[] = []
  let count: Count | undefined
  for (let run = 0; run < times; run++) {
    const hands = new Hands(page)
    const work = await job(hands, run)
    const began = performance.now()
    await work()
    seconds.push((performance.now() - began) / 1_000)
    count = { ...hands.count }
    expect(count, name).toEqual(expected[name])
  }
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
  measured.set(name, { ...count!, seconds: Math.round(median * 10) / 10 })
}

/** Until its button may be pressed. In contrast to `expect`, `waitFor` notices it within a frame. */
const usable = (button: Locator) => button.and(button.page().locator(':not([aria-disabled="true"]):enabled')).waitFor()

const toast = (page: Page, words: RegExp) =>
  page.locator('[role="alert"], [role="status"]').filter({ hasText: words }).first()

test('each job takes as few steps as docs/jobs.md says', async ({ page, product, person }) => {
  const [account] = await person.client.account.viewMyAccount({ params: { userId: person.id } })
  const accountNumber = account!.number
  const held = async () =>
    (await person.client.operation.findOpenOperationByAccount({ params: { accountNumber } })).filter(
      ({ longQuantity, shortQuantity, assetType, stopLossPrice }) =>
        longQuantity + shortQuantity >= 4 && assetType !== 'OPTION' && stopLossPrice !== null,
    )
  /** Whose stop can go to break-even and is not there yet. */
  const winners = async () =>
    (await held()).filter(({ stopLossPrice, plPercent, averagePrice }) => {
      const distance = Math.abs((stopLossPrice ?? averagePrice) - averagePrice)
      return plPercent > 1 && distance > averagePrice * 0.001
    })
  const findCheapShares = async () => {
    const held = await person.client.operation.findOpenOperationByAccount({ params: { accountNumber } })
    const movers = await person.client.stock.getTopLosers({ params: { limit: 40, timing: 'DAILY' } })
    const listed = movers.map(({ code }) => code).filter((code) => !held.some((one) => one.code === code))
    const quotes = await person.client.quote.find({ body: { codes: listed, accountNumber } })
    return quotes
      .filter(({ last, code }) => last > 5 && last < 60 && !firstCodes.some((first) => first === code))
      .map(({ code }) => code)
  }
  const ticket = page.getByRole('dialog', { name: /^Put order/ })

  // Orders that differ from one another, and no question of size in between.
  await person.client.order.saveQuestionLimits({ body: { limitThrough: null, buyingPower: null, usualQuantity: null } })
  // Cheap shares, so that no question about buying power comes in between.
  const codes = [...firstCodes, ...(await findCheapShares())]
  const openChart = async (code: string) => {
    await page.goto(`${product.origin}/chart/${code}/_D`)
    await expect(chartScreen(page).prices).toBeVisible()
  }
  const orders = ticket.getByRole('list', { name: 'Orders to be sent' }).getByRole('listitem')
  /** Enter, once the confirmation names the three orders. */
  const send = async (hands: Hands, code: string) => {
    await orders.nth(2).waitFor()
    await usable(ticket.getByRole('button', { name: 'Put long order' }))
    await hands.press('Enter')
    await toast(page, new RegExp(`Order \\d+ to buy 100 ${code}`)).waitFor()
  }
  const typeBracket = async (hands: Hands, code: string) => {
    const [quote] = await person.client.quote.find({ body: { codes: [code], accountNumber } })
    const last = quote!.last
    return async () => {
      await hands.press('b')
      await expect(ticket.getByLabel('Price', { exact: true })).not.toHaveValue('')
      await ticket.getByLabel('Qty', { exact: true }).and(page.locator(':focus')).waitFor()
      await hands.type('100')
      await hands.press('Tab')
      await hands.type((last * 0.97).toFixed(2))
      await hands.press('Tab')
      await hands.type((last * 1.06).toFixed(2))
    }
  }
  await measure('The same in the ticket', page, async (hands, run) => {
    const code = codes[run]!
    await openChart(code)
    const type = await typeBracket(hands, code)
    return async () => {
      await type()
      await hands.press('Enter')
      await send(hands, code)
    }
  })
  const search = page.getByPlaceholder(/^Search screens/).and(page.locator(':focus'))
  await measure('The same as one line', page, async (hands, run) => {
    const code = codes[6 + run]!
    const [quote] = await person.client.quote.find({ body: { codes: [code], accountNumber } })
    await openChart(code)
    return async () => {
      await hands.press('Control+k')
      await search.waitFor()
      await hands.type('b100')
      await hands.type(` s${(quote!.last * 0.97).toFixed(2)}`)
      await hands.type(` t${(quote!.last * 1.06).toFixed(2)}`)
      await page.getByRole('option', { name: /^Review order/, selected: true }).waitFor()
      await hands.press('Enter')
      await send(hands, code)
    }
  })
  await measure(
    'Save its figures as the preset',
    page,
    async (hands) => {
      await openChart('VAL')
      await (
        await typeBracket(new Hands(page), 'VAL')
      )()
      return async () => {
        await hands.click(ticket.getByRole('button', { name: 'Save as preset' }))
        const preset = page.getByRole('dialog', { name: /^Preset/ })
        await hands.click(preset.getByRole('switch', { name: 'Hold Shift B or Shift S to send' }))
        await hands.click(preset.getByRole('button', { name: 'Save' }))
        await expect(ticket.getByRole('note', { name: 'Preset' })).toHaveText(/^Preset: 100 shares, stop 3/)
      }
    },
    1,
  )
  await measure('Buy 100 with stop and target', page, async (hands, run) => {
    const code = codes[3 + run]!
    await openChart(code)
    return () =>
      hands.holdKeys(['Shift', 'B'], () => toast(page, new RegExp(`Order \\d+ to buy 100 ${code}`)).waitFor())
  })

  const rowButton = (code: string) => page.getByRole('button', { name: `Act on ${code}` })
  await measure(
    'Move a stop to break-even',
    page,
    async (hands) => {
      const { code } = (await winners())[0]!
      await page.goto(`${product.origin}/operation`)
      await expect(rowButton(code)).toBeVisible()
      return async () => {
        await hands.click(rowButton(code))
        await hands.press('b')
        const send = page.getByRole('button', { name: /^Send/ })
        await usable(send)
        await hands.press('Enter')
        await send.waitFor({ state: 'hidden' })
      }
    },
    2,
  )

  await measure('Close half', page, async (hands, run) => {
    const { code } = (await held())[run]!
    await page.goto(`${product.origin}/operation`)
    await expect(rowButton(code)).toBeVisible()
    return async () => {
      await hands.click(rowButton(code))
      await hands.press('h')
      const send = page.getByRole('button', { name: /^Send/ })
      await usable(send)
      await hands.press('Enter')
      // Its place is taken by what became of the orders, or by a toast.
      await send.waitFor({ state: 'hidden' })
    }
  })

  // A strike further for each run: an equal order would be asked about.
  const strikes = ['tr[data-middle]', 'tr:has(+ tr[data-middle])', 'tr:has(+ tr + tr[data-middle])'] as const
  await measure('Sell a vertical from the chain', page, async (hands, run) => {
    await page.goto(`${product.origin}/option-management?code=SPY`)
    const chain = page.getByRole('table', { name: /^Calls and puts by strike/ })
    const bid = chain.locator(strikes[run]!).getByRole('button', { name: /^Sell .* put/ })
    await page.getByText('Vertical', { exact: true }).click()
    await page.reload()
    await expect(bid).toBeVisible()
    const strategy = page.getByRole('region', { name: 'Strategy' })
    return async () => {
      await hands.click(bid)
      await usable(strategy.getByRole('button', { name: 'Review order' }))
      await hands.click(strategy.getByRole('button', { name: 'Review order' }))
      await strategy.getByText('Buying power after').waitFor()
      await hands.click(strategy.getByRole('button', { name: 'Put order' }))
      await strategy.waitFor({ state: 'hidden' })
    }
  })

  await measure('Find last month’s worst trade and its chart', page, async (hands) => {
    await page.goto(`${product.origin}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return async () => {
      await hands.press('Control+k')
      await search.waitFor()
      await hands.type('worst')
      await page.getByRole('option', { name: /Worst trade of last month/ }).waitFor()
      await hands.press('Enter')
      // The demonstration closed nothing in February; journal-screen.test.tsx shows the chart of the worst trade.
      await expect(page.getByRole('radio', { name: 'Last month' })).toBeChecked()
      await page.getByText('Worst trade', { exact: true }).waitFor()
    }
  })

  await measure(
    'Flatten the account',
    page,
    async (hands) => {
      await page.goto(`${product.origin}/operation`)
      const open = page.getByRole('button', { name: 'Close everything' })
      await expect(open).toBeVisible()
      return async () => {
        await hands.click(open)
        const hold = page.getByRole('button', { name: 'Hold to close everything' })
        await usable(hold)
        await hands.hold(hold, () => hold.waitFor({ state: 'hidden' }))
      }
    },
    1,
  )

  for (const [name, { clicks, keys, fields, seconds }] of measured)
    console.log(`| ${name} | ${clicks} | ${keys} | ${fields} | ${seconds.toFixed(1)} |`)
})
