// Walks a guide of docs/guides by its text: each numbered step has an action, and each label that the step has in bold is
// used by it. A step without an action, an action without a step, a label that the step does not name and a label that
// the screen does not have fail.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'

interface GuideStep {
  readonly text: string
  /** In bold, in the order of the text; each once. */
  readonly labels: readonly string[]
}

interface Procedure {
  readonly title: string
  readonly steps: readonly GuideStep[]
}

/** What one step does. */
export type Action = (hand: Hand) => Promise<void>

/** By the heading of the procedure, in the order of the guide. */
export type Walk = Readonly<Record<string, readonly Action[]>>

/** Returns the headings with numbered steps of a guide: `parseGuide('## Vote\n\n1. Press **Vote**.')`. */
export function parseGuide(text: string): readonly Procedure[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      steps: [...section.matchAll(/^\d+\. (.+(?:\n {3}.+)*)/gm)].map(([, step]) => ({
        text: step!,
        labels: [...new Set([...step!.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label!))],
      })),
    }))
    .filter(({ steps }) => steps.length > 0)
}

/** Acts on the page with the labels of one step, and with no others. */
export class Hand {
  readonly page: Page
  readonly #step: GuideStep
  readonly #used = new Set<string>()

  constructor(page: Page, step: GuideStep) {
    this.page = page
    this.#step = step
  }

  /** A label of the step, for a place that the other methods do not reach. */
  label(name: string): string {
    expect(this.#step.labels, `the labels of "${this.#step.text}"`).toContain(name)
    this.#used.add(name)
    return name
  }

  /** Opens a screen from the menu. */
  async open(screen: string): Promise<void> {
    const name = new RegExp(`^${this.label(screen)}(, \\d+.*)?$`)
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: screen, exact: true })).toBeVisible()
  }

  /** Presses the first button whose name begins so. */
  async press(name: string, within: Page | Locator = this.page): Promise<void> {
    await within
      .getByRole('button', { name: new RegExp(`^${this.label(name)}`) })
      .first()
      .click()
  }

  /** Chooses one of several words in view, such as a part of the books. */
  async choose(name: string, within: Page | Locator = this.page): Promise<void> {
    await within.getByText(this.label(name), { exact: true }).first().click()
  }

  async fill(name: string, value: string, within: Page | Locator = this.page): Promise<void> {
    await within
      .getByRole('textbox', { name: new RegExp(`^${this.label(name)}`) })
      .or(within.getByRole('combobox', { name: new RegExp(`^${name}`) }))
      .first()
      .fill(value)
  }

  async see(name: string, within: Page | Locator = this.page): Promise<void> {
    await expect(within.getByText(this.label(name), { exact: true }).first()).toBeVisible()
  }

  /** Fails when the step names what the action did not need. */
  expectAllUsed(): void {
    expect([...this.#used].toSorted(), `the labels of "${this.#step.text}"`).toEqual(this.#step.labels.toSorted())
  }
}

/** Walks every procedure of a guide, in the order of its text, beginning on the page that is open. */
export async function walkGuide(page: Page, name: string, walk: Walk): Promise<void> {
  const guide = parseGuide(await readFile(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8'))
  expect(Object.keys(walk), 'every procedure is walked').toEqual(guide.map(({ title }) => title))
  for (const { title, steps } of guide) {
    const actions = walk[title]!
    expect(actions.length, `an action for each step of "${title}"`).toBe(steps.length)
    for (const [index, step] of steps.entries()) {
      const hand = new Hand(page, step)
      try {
        await actions[index]!(hand)
      } catch (error) {
        throw new Error(`"${title}", step ${index + 1}: ${step.text}`, { cause: error })
      }
      hand.expectAllUsed()
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
}
