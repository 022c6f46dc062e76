import { expect, test } from 'vitest'
import { defaultWorkspace, readWorkspace } from './stock-workspace.ts'

const full = {
  version: 1,
  type: 'candle',
  scale: 'linear',
  levels: { support: { price: 12.5, note: 'mine' } },
  indicators: [{ key: 'rsi', params: [14] }],
  drawings: [{ id: 'drawing-1', tool: 'of-tomorrow', points: [{ timeMs: 1, price: 2 }], colour: 'red' }],
}

test('a saved chart is read as it was written, with what a later version added to a drawing', () => {
  expect(readWorkspace(JSON.stringify(full))).toEqual(full)
  expect(JSON.stringify(readWorkspace(JSON.stringify(full)))).toBe(JSON.stringify(full))
})

test('broken parts fall back to the defaults one by one', () => {
  const broken = {
    version: 1,
    type: 'heikin',
    scale: 7,
    levels: { support: { price: -1 }, resistance: 3 },
    indicators: 'rsi',
    drawings: [{ id: 1 }, full.drawings[0], { ...full.drawings[0], points: [{ timeMs: null, price: 1 }] }],
  }
  expect(readWorkspace(JSON.stringify(broken))).toEqual({ ...defaultWorkspace, drawings: full.drawings })
})

test('a price of zero or less, which an earlier version could save, becomes the smallest one', () => {
  const drawings = [
    {
      ...full.drawings[0],
      points: [
        { timeMs: 1, price: -7.25 },
        { timeMs: 2, price: 3 },
      ],
    },
  ]
  expect(readWorkspace(JSON.stringify({ ...full, drawings }))?.drawings).toEqual([
    {
      ...full.drawings[0],
      points: [
        { timeMs: 1, price: 0.0001 },
        { timeMs: 2, price: 3 },
      ],
    },
  ])
})

test('a style is kept, also a colour of a later version, and one in another form is dropped', () => {
  const styled = (style: unknown) => ({ ...full, drawings: [{ ...full.drawings[0], style }] })
  const later = { color: 'of-tomorrow', widthPx: 3, levels: [38.2, 61.8] }
  expect(readWorkspace(JSON.stringify(styled(later)))?.drawings).toEqual([{ ...full.drawings[0], style: later }])
  for (const broken of [
    'red',
    null,
    { color: 3 },
    { widthPx: -1 },
    { levels: [] },
    { levels: ['50'] },
    { levels: [1e9] },
  ])
    expect(readWorkspace(JSON.stringify(styled(broken)))?.drawings).toEqual(full.drawings)
})

test.each(['', '[]', 'null', '{"version":2}', '{"drawings":[]}'])('%j is no chart of this version', (config) => {
  expect(readWorkspace(config)).toBeUndefined()
})
