import { expect, test } from 'vitest'
import { DrawingTemplates, keepDefault, keepTemplate, levelText, readLevels, templatesOf } from './drawing-templates.ts'

const red = { color: 'red', widthPx: 3 }

test('a template belongs to one tool and replaces the one of its name', () => {
  const kept = keepTemplate(keepTemplate([], { tool: 'ray', name: 'Trend', style: red }), {
    tool: 'fibonacci',
    name: 'Trend',
    style: { levels: [50] },
  })
  expect(templatesOf(kept, 'ray')).toEqual([{ tool: 'ray', name: 'Trend', style: red }])
  const again = keepTemplate(kept, { tool: 'ray', name: 'trend', style: { widthPx: 1 } })
  expect(templatesOf(again, 'ray')).toEqual([{ tool: 'ray', name: 'trend', style: { widthPx: 1 } }])
  expect(templatesOf(again, 'fibonacci')).toHaveLength(1)
  expect(DrawingTemplates.safeParse(again).success).toBe(true)
})

test('new drawings of a tool begin with its look until that is taken back', () => {
  const kept = keepDefault(keepDefault({}, 'ray', red), 'line', { color: 'teal' })
  expect(kept).toEqual({ ray: red, line: { color: 'teal' } })
  expect(keepDefault(kept, 'ray', undefined)).toEqual({ line: { color: 'teal' } })
})

test('percents are read as typed', () => {
  expect(levelText()).toBe('0, 23.6, 38.2, 50, 61.8, 78.6, 100')
  expect(readLevels('161.8; 50% 0,50')).toEqual({ levels: [0, 50, 161.8] })
  expect(readLevels(' ')).toEqual({ fault: 'Enter at least one percent.' })
  expect(readLevels('1e9')).toHaveProperty('fault')
  expect(readLevels(Array.from({ length: 21 }, (_, level) => level).join(' '))).toEqual({
    fault: 'Enter at most 20 percents.',
  })
})
