import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../testing/find-violations.ts'
import { openHarness, type Harness } from '../testing/open-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
})

const size = { width: 520, height: 320 }

describe('the pie in a browser', () => {
  test('is one stop of the keyboard, walked by arrows, chosen by Enter, with a tooltip that Escape closes', async () => {
    const page = await harness.open('page=pie', size)
    await page.locator('[data-slice]').first().waitFor()
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe('Okafor, 37.10%, Quantity 371, Profit/Lost +$1,204.50')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toContain('Lindqvist')
    expect(await page.locator('.cf-tooltip').textContent()).toBe(
      'LindqvistPercent27.22%Quantity272Profit/Lost+$1,204.50',
    )
    await page.keyboard.press('Escape')
    expect(await page.locator('.cf-tooltip').count()).toBe(0)
    await page.keyboard.press('Enter')
    expect(await page.locator('[data-slice=Lindqvist]').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Table')
    await page.close()
  })

  test('shows what the pointer is on, wall included, and selects by click', async () => {
    const page = await harness.open('page=pie', size)
    const wall = await page.locator('.cf-pie > g[aria-hidden] > path').last().boundingBox()
    await page.mouse.move((wall?.x ?? 0) + (wall?.width ?? 0) * 0.4, (wall?.y ?? 0) + (wall?.height ?? 0) * 0.9)
    await page.locator('.cf-tooltip').waitFor()
    await page.mouse.move(2, 2)
    await page.locator('.cf-tooltip').waitFor({ state: 'detached' })
    await page.locator('[data-slice=Ferreira]').click()
    expect(await page.locator('[data-slice=Ferreira]').getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })

  test('lists what it cannot draw, and has everything in the table', async () => {
    const page = await harness.open('page=pie&set=one', size)
    expect(await page.locator('.cf-left-out').textContent()).toBe('Not drawn, nothing or less: Tanaka, Whitlock')
    expect(await page.locator('[data-slice]').count()).toBe(1)
    await page.getByRole('button', { name: 'Table' }).click()
    expect(await page.locator('.cf-table tbody th').allTextContents()).toEqual(['Okafor', 'Tanaka', 'Whitlock'])
    expect(await page.locator('.cf-table thead').textContent()).toBe('NamePercentQuantityProfit/Lost')
    await page.close()
  })

  test('keeps its labels inside a narrow panel', async () => {
    const page = await harness.open('page=pie&set=wallet', { width: 330, height: 340 })
    await page.locator('.cf-pie-name').first().waitFor()
    const boxes = await page
      .locator('.cf-pie text')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect()).map(({ left, right }) => [left, right]))
    expect(boxes.length).toBeGreaterThan(10)
    for (const [left = 0, right = 0] of boxes) expect(left >= 0 && right <= 330).toBe(true)
    await page.close()
  })

  test.each(['pie', 'pie&theme=dark&set=wallet', 'pie&set=one'])('has nothing for axe to find (%s)', async (query) => {
    const page = await harness.open(`page=${query}`, size)
    await page.locator('[data-slice]').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await findViolations(page)).toEqual([])
    await page.close()
  })

  test('meets no error on any of these pages', () => {
    expect(harness.problems).toEqual([])
  })
})
