// Every drawing tool by hand: all drawn on one chart, restored after a reload, and saved to the same bytes.
import { drawingTools, toolGroups, type DrawingTool } from '../../packages/charts/src/stock/drawing.ts'
import { chartScreen } from '../screens/chart-screen.ts'
import { expect, test } from '../support/journey.ts'

test.use({ role: 'manager' })
test.describe.configure({ timeout: 900_000 })

test.beforeEach(async ({ page, product }) => {
  await page.goto(`${product.origin}/chart/SPY/_MONTH`)
})

type Place = readonly [number, number]
interface Definition {
  readonly title: string
  readonly group: string
  readonly points: number
  readonly text?: string
}

const tools = Object.keys(drawingTools) as DrawingTool[]
const columns = 9

/** Each tool has its own cell; a drawing zigzags through it from left to right. */
function placesOf(tool: DrawingTool): Place[] {
  const index = tools.indexOf(tool)
  const [left, top] = [0.06 + (index % columns) * 0.092, 0.1 + Math.floor(index / columns) * 0.17]
  const { points } = drawingTools[tool]
  return Array.from({ length: points }, (_, point): Place => [
    left + (point * 0.06) / Math.max(1, points - 1),
    top + (point % 2 === 0 ? 0.07 : 0),
  ])
}

interface SavedDrawing {
  readonly tool: string
  readonly points: unknown[]
  readonly text?: string
}
const drawingsOf = (config: string) => (JSON.parse(config) as { drawings: SavedDrawing[] }).drawings

test('every tool is drawn, found again after a reload, and saved to the same bytes', async ({ page }) => {
  const chart = chartScreen(page)
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/save-workspace')) saves.push((request.postDataJSON() as { config: string }).config)
  })
  /** Ten seconds later: returns what was saved. */
  const nextSave = async (): Promise<string> => {
    const before = saves.length
    const answered = page.waitForResponse((response) => response.url().endsWith('/save-workspace'))
    await page.clock.fastForward(10_000)
    await answered
    expect(saves).toHaveLength(before + 1)
    return saves.at(-1)!
  }
  const isReady = () =>
    expect(page.getByRole('button', { name: 'Lines', exact: true })).toBeEnabled({ timeout: 60_000 })
  await isReady()
  for (const tool of tools) {
    const { title, group, text }: Definition = drawingTools[tool]
    await chart.chooseTool(toolGroups.find((each) => each.group === group)!.title, title)
    if (text !== undefined) {
      await page.getByRole('textbox', { name: 'Text' }).fill(`<b>${tool}`)
      await page.getByRole('button', { name: 'Place' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await chart.click(...placesOf(tool))
  }
  const first = await nextSave()
  expect(drawingsOf(first).map(({ tool, points, text }) => [tool, points.length, text])).toEqual(
    tools.map((tool) => {
      const { points, text }: Definition = drawingTools[tool]
      return [tool, points, text === undefined ? (tool === 'verticalCounter' ? '1' : undefined) : `<b>${tool}`]
    }),
  )

  await page.reload()
  await isReady()
  expect(await chart.annotationCount()).toBe(tools.length)
  const log = page.getByRole('button', { name: 'Log', exact: true })
  await log.click()
  expect(await nextSave()).not.toBe(first)
  await log.click()
  expect(await nextSave()).toBe(first)
})
