// What a user does with a drawing beside the canvas: by the bar over the chart, the menu of a right click, the rail and
// the keyboard. The chart's own part is tested in packages/charts.
import type { Drawing, MenuRequest, StockTools, ToolState } from '@clubfolio/charts'
import type { AlertTerms } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { DrawingBar } from './drawing-bar.tsx'
import { DrawingMenu } from './drawing-menu.tsx'
import { LevelsDialog } from './levels-dialog.tsx'
import { ToolRail } from './tool-rail.tsx'
import { ToolTextDialog } from './tool-text-dialog.tsx'
import type { TemplateState } from './use-drawing-templates.ts'
import { useDrawingKeys } from './use-drawing-keys.ts'
import type { LoadedTools } from './use-stock-tools.ts'

const points = [{ timeMs: 1, price: 2 }]
const segment: Drawing = { id: 'a', tool: 'segment', points }
const flag: Drawing = { id: 'b', tool: 'flag', points, text: 'Q3', style: { widthPx: 3 } }

const templates: TemplateState = {
  of: () => [],
  keep: () => undefined,
  forget: () => undefined,
  whyFull: undefined,
  defaultOf: () => undefined,
  setDefault: () => undefined,
}
const parts = {
  isPicking: false,
  alertOn: () => undefined,
  onAlert: () => undefined,
  alertCount: () => 0,
  templates,
  onName: () => undefined,
  onLevels: () => undefined,
}

function loadedWith(more: Partial<ToolState> = {}) {
  const tools = {
    start: vi.fn<StockTools['start']>(),
    startZoom: vi.fn<StockTools['startZoom']>(),
    resetZoom: vi.fn<StockTools['resetZoom']>(),
    cancel: vi.fn<StockTools['cancel']>(),
    setVisible: vi.fn<StockTools['setVisible']>(),
    select: vi.fn<StockTools['select']>(),
    selectNext: vi.fn<StockTools['selectNext']>(),
    remove: vi.fn<StockTools['remove']>(),
    removeAll: vi.fn<StockTools['removeAll']>(),
    change: vi.fn<StockTools['change']>(),
    undo: vi.fn<StockTools['undo']>(),
    redo: vi.fn<StockTools['redo']>(),
    subscribeMenu: vi.fn<StockTools['subscribeMenu']>(),
    setIndicators: vi.fn<StockTools['setIndicators']>(),
    state: vi.fn<StockTools['state']>(),
    subscribe: vi.fn<StockTools['subscribe']>(),
  }
  const state: ToolState = {
    drawings: [segment, flag],
    indicators: [],
    selectedId: undefined,
    active: undefined,
    isVisible: true,
    hasPriceZoom: false,
    canUndo: true,
    canRedo: false,
    ...more,
  }
  const loaded: LoadedTools = { tools, state, module: {} as LoadedTools['module'] }
  return { tools, loaded }
}

test('the bar of a selected drawing changes its color and width and deletes it, and Escape deselects', async () => {
  const { tools, loaded } = loadedWith({ selectedId: 'b' })
  const [onText, onLeave] = [vi.fn<(id: string) => void>(), vi.fn<() => void>()]
  const { user } = await render(<DrawingBar loaded={loaded} onText={onText} onLeave={onLeave} {...parts} />)
  const bar = screen.getByRole('toolbar', { name: 'Selected drawing: Flag' })
  await user.click(within(bar).getByRole('button', { name: 'Color: Blue' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Red' }))
  expect(tools.change).toHaveBeenLastCalledWith('b', { style: { widthPx: 3, color: 'red' } })
  await user.click(within(bar).getByRole('button', { name: 'Width: Thick' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Thin' }))
  expect(tools.change).toHaveBeenLastCalledWith('b', { style: { widthPx: 1 } })
  await user.click(within(bar).getByRole('button', { name: 'Change the text' }))
  expect(onText).toHaveBeenCalledWith('b')
  await user.click(within(bar).getByRole('button', { name: 'Delete the drawing' }))
  expect(tools.remove).toHaveBeenCalledWith('b')
  expect(onLeave).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  expect(tools.select).toHaveBeenCalledWith(undefined)
  expect(onLeave).toHaveBeenCalledTimes(2)
})

test('without a selection there is no bar, and only a drawing with a text offers to change it', async () => {
  const none = loadedWith()
  const one = loadedWith({ selectedId: 'a' })
  await render(
    <>
      <DrawingBar loaded={none.loaded} onText={() => undefined} onLeave={() => undefined} {...parts} />
      <DrawingBar loaded={one.loaded} onText={() => undefined} onLeave={() => undefined} {...parts} />
    </>,
  )
  expect(screen.getByRole('toolbar', { name: 'Selected drawing: Segment' })).toBeVisible()
  expect(screen.getAllByRole('toolbar')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Change the text' })).not.toBeInTheDocument()
})

test('while the chart waits for a point the bar leaves the plot to the pointer', async () => {
  const bar = (more: Partial<ToolState>, isPicking = false) => (
    <DrawingBar
      loaded={loadedWith({ selectedId: 'a', ...more }).loaded}
      onText={() => undefined}
      onLeave={() => undefined}
      {...parts}
      isPicking={isPicking}
    />
  )
  await render(
    <>
      {bar({ active: 'line' })}
      {bar({ active: 'zoomXY' })}
      {bar({}, true)}
      {bar({ selectedId: 'b' })}
    </>,
  )
  expect(screen.getAllByRole('toolbar').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Selected drawing: Flag',
  ])
})

const at = (drawingId: string | undefined): MenuRequest => ({ drawingId, clientX: 10, clientY: 10 })

test('the menu of a drawing colors, rewords and deletes it, and undoes the last step', async () => {
  const { tools, loaded } = loadedWith({ selectedId: 'b' })
  const [onText, onClose] = [vi.fn<(id: string) => void>(), vi.fn<() => void>()]
  const { user } = await render(
    <DrawingMenu
      loaded={loaded}
      request={at('b')}
      onClose={onClose}
      onText={onText}
      onDeleteAll={() => undefined}
      {...parts}
    />,
  )
  const item = (name: string | RegExp) => screen.findByRole('menuitem', { name })
  await user.click(await item('Change the text'))
  expect(onText).toHaveBeenCalledWith('b')
  expect(onClose).toHaveBeenCalled()
  await user.click(await item(/^Delete/))
  expect(tools.remove).toHaveBeenCalledWith('b')
  await user.click(await item(/^Undo/))
  expect(tools.undo).toHaveBeenCalledOnce()
  expect(await item(/^Redo/)).toBeDisabled()
  ;(await item('Color')).focus()
  await user.keyboard('{ArrowRight}')
  await user.click(await screen.findByRole('menuitemradio', { name: 'Teal' }))
  expect(tools.change).toHaveBeenCalledWith('b', { style: { widthPx: 3, color: 'teal' } })
})

test('beside the drawings the menu hides them or deletes all', async () => {
  const { tools, loaded } = loadedWith()
  const onDeleteAll = vi.fn<() => void>()
  const { user } = await render(
    <DrawingMenu
      loaded={loaded}
      request={at(undefined)}
      onClose={() => undefined}
      onText={() => undefined}
      onDeleteAll={onDeleteAll}
      {...parts}
    />,
  )
  expect(screen.queryByRole('menuitem', { name: 'Color' })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('menuitem', { name: 'Hide annotations' }))
  expect(tools.setVisible).toHaveBeenCalledWith(false)
  await user.click(screen.getByRole('menuitem', { name: 'Delete all 2' }))
  expect(onDeleteAll).toHaveBeenCalledOnce()
})

test('the rail undoes and redoes, each only when there is something', async () => {
  const { tools, loaded } = loadedWith()
  const { user } = await render(
    <ToolRail
      loaded={loaded}
      onStart={() => undefined}
      picking={undefined}
      onPick={() => undefined}
      onDeleteAll={() => undefined}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(tools.undo).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Redo' })).toBeDisabled()
})

function Keys({ tools }: { readonly tools: StockTools }) {
  const place = useRef<HTMLDivElement>(null)
  useDrawingKeys(tools, place)
  return (
    <>
      <div role="dialog" aria-label="Chart in full screen" ref={place}>
        <input aria-label="Price" />
      </div>
      <button type="button">Elsewhere</button>
    </>
  )
}

test('Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y undo and redo, also in full screen, but not while typing', async () => {
  const { tools } = loadedWith()
  const { user } = await render(<Keys tools={tools} />)
  await user.keyboard('{Control>}z{/Control}{Meta>}z{/Meta}')
  expect(tools.undo).toHaveBeenCalledTimes(2)
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}')
  expect(tools.redo).toHaveBeenCalledTimes(2)
  await user.click(screen.getByRole('textbox', { name: 'Price' }))
  await user.keyboard('{Control>}z{/Control}')
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await user.keyboard('z')
  expect(tools.undo).toHaveBeenCalledTimes(2)
})

test('a dialog above the chart has Ctrl+Z for itself', async () => {
  const { tools } = loadedWith()
  const { user } = await render(
    <>
      <Keys tools={tools} />
      <div role="dialog" aria-label="Indicators" />
    </>,
  )
  await user.keyboard('{Control>}z{/Control}')
  expect(tools.undo).not.toHaveBeenCalled()
})

test('the text of a drawing is changed in the dialog that first asked for it', async () => {
  const onText = vi.fn<(text: string) => void>()
  const { user } = await render(<ToolTextDialog tool="flag" text="Q3" onClose={() => undefined} onText={onText} />)
  const field = await screen.findByRole('textbox', { name: 'Text' })
  expect(field).toHaveValue('Q3')
  await user.clear(field)
  await user.type(field, 'Earnings')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(onText).toHaveBeenCalledWith('Earnings')
})

test('a look is applied, saved under a name, begins new drawings, and is deleted', async () => {
  const { tools, loaded } = loadedWith({ selectedId: 'b' })
  const onName = vi.fn<(id: string) => void>()
  const [forget, setDefault] = [vi.fn<TemplateState['forget']>(), vi.fn<TemplateState['setDefault']>()]
  const saved: TemplateState = {
    ...templates,
    of: (tool) => (tool === 'flag' ? [{ tool, name: 'Earnings', style: { color: 'amber', widthPx: 5 } }] : []),
    defaultOf: () => ({ color: 'red' }),
    forget,
    setDefault,
  }
  const { user } = await render(
    <DrawingBar
      loaded={loaded}
      onText={() => undefined}
      onLeave={() => undefined}
      {...parts}
      templates={saved}
      onName={onName}
    />,
  )
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Templates' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Earnings')
  expect(tools.change).toHaveBeenCalledWith('b', { style: { color: 'amber', widthPx: 5 } })
  await choose('Save this look as a template')
  expect(onName).toHaveBeenCalledWith('b')
  await choose('Begin each Flag with this look')
  expect(setDefault).toHaveBeenLastCalledWith('flag', { widthPx: 3 })
  await choose('Begin each Flag as usual')
  expect(setDefault).toHaveBeenLastCalledWith('flag', undefined)
  await user.click(screen.getByRole('button', { name: 'Templates' }))
  await user.click(await screen.findByRole('button', { name: 'Delete the template Earnings' }))
  expect(forget).toHaveBeenCalledWith('flag', 'Earnings')
})

test('a line, a level and a drawing offer an alert only where there is a price to cross', async () => {
  const { loaded } = loadedWith({ selectedId: 'a' })
  const onAlert = vi.fn<(terms: AlertTerms, drawingId: string) => void>()
  const terms = { kind: 'PRICE', direction: 'ABOVE', price: '2.00' } as const
  const alertOn = (drawing: Drawing | undefined) => (drawing?.tool === 'segment' ? terms : undefined)
  const { user } = await render(
    <DrawingMenu
      loaded={loaded}
      request={at('a')}
      onClose={() => undefined}
      onText={() => undefined}
      onDeleteAll={() => undefined}
      {...parts}
      alertOn={alertOn}
      onAlert={onAlert}
    />,
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Alert when the price crosses' }))
  expect(onAlert).toHaveBeenCalledWith(terms, 'a')
})

test('the percents of a retracement are read, each once and ascending, and what is none is said', async () => {
  const onLevels = vi.fn<(levels: readonly number[]) => void>()
  const { user } = await render(<LevelsDialog levels={undefined} onClose={() => undefined} onLevels={onLevels} />)
  const field = await screen.findByRole('textbox', { name: 'Percents' })
  expect(field).toHaveValue('0, 23.6, 38.2, 50, 61.8, 78.6, 100')
  await user.clear(field)
  await user.type(field, '50, x')
  expect(screen.getAllByText(/^Enter percents from -1000 to 1000/)[0]).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, '161.8; 50% 0, 50')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(onLevels).toHaveBeenCalledWith([0, 50, 161.8])
})
