// The chart screen, by what a person does on it.
import { expect, type Locator, type Page } from '@playwright/test'

export interface ChartScreen {
  readonly prices: Locator
  readonly status: Locator
  /** Opens a group of the tool rail and chooses one. */
  chooseTool(group: string, tool: string): Promise<void>
  /** Clicks places of the price panel, given as fractions of its width and height. */
  click(...places: readonly (readonly [number, number])[]): Promise<void>
  rightClick(place: readonly [number, number]): Promise<void>
  /** Presses at one place and releases at another. */
  drag(from: readonly [number, number], to: readonly [number, number]): Promise<void>
  /** "Delete all 3" of the menu Annotations, without doing it. */
  annotationCount(): Promise<number>
  level(name: 'Resistance' | 'Support'): Locator
  action(name: string): Promise<void>
  /** The drawing without crosshair, as base64. */
  picture(): Promise<string>
}

export function chartScreen(page: Page): ChartScreen {
  const prices = page.getByRole('application')
  const rail = page.getByRole('toolbar', { name: 'Drawing tools' })
  return {
    prices,
    status: page.getByRole('status', { name: 'Workspace' }),
    async chooseTool(group, tool) {
      await rail.getByRole('button', { name: group, exact: true }).click()
      await page.getByRole('menuitem', { name: tool, exact: true }).click()
      // The menu fades; a click on the prices would only close it.
      await expect(page.getByRole('menu')).toHaveCount(0)
    },
    async click(...places) {
      const box = (await prices.boundingBox())!
      for (const [x, y] of places) await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
    },
    async rightClick([x, y]) {
      const box = (await prices.boundingBox())!
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height, { button: 'right' })
    },
    async drag(from, to) {
      const box = (await prices.boundingBox())!
      const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
      await page.mouse.move(...at(from))
      await page.mouse.down()
      await page.mouse.move(...at(to), { steps: 6 })
      await page.mouse.up()
    },
    async annotationCount() {
      const button = rail.getByRole('button', { name: 'Annotations', exact: true })
      if (await button.isDisabled()) return 0
      await button.click()
      const words = await page.getByRole('menuitem', { name: /^Delete all/ }).innerText()
      await page.getByRole('menu').press('Escape')
      await expect(page.getByRole('menuitem')).toHaveCount(0)
      return Number(words.replace('Delete all ', ''))
    },
    level: (name) => page.getByRole('textbox', { name: `${name} price` }),
    async picture() {
      await page.mouse.move(2, 2)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      return (await prices.screenshot()).toString('base64')
    },
    async action(name) {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    },
  }
}
