// The columns that a user chooses in a table are kept, in every table that lets them choose.
import { expect, test } from 'vitest'

const sources = Object.entries(
  import.meta.glob<string>('../features/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).map(([path, source]) => ({ file: path.replace('../features/', ''), source }))

/** Tables that forget the choice, with the reason. */
const forgetful: Readonly<Record<string, string>> = {
  'gallery/account-table-section.tsx': 'It only shows the widget.',
  'gallery/long-table-section.tsx': 'It only shows the widget.',
  'report/report-view.tsx':
    'Users compose reports without end, and preferences have 32 KB; an own report keeps its columns itself.',
}

const withChooser = sources.filter(({ source }) => source.includes('<ColumnChooser view'))
const keptNames = sources.flatMap(({ source }) =>
  [...source.matchAll(/useChosenColumns\(([^)]+)\)/g)].flatMap(([, given = '']) =>
    [...given.matchAll(/'(\w+)'(?! \?)/g)].map(([, name]) => name).filter((name) => name !== 'CALL'),
  ),
)

test('a table with a column chooser keeps what is chosen', () => {
  expect(withChooser.length).toBeGreaterThan(10)
  expect(
    withChooser
      .filter(({ file, source }) => !(file in forgetful) && !source.includes('useChosenColumns('))
      .map(({ file }) => file),
  ).toEqual([])
  expect(keptNames).toContain('operation')
  expect(keptNames).toContain('transaction')
})

test('no two tables share a choice', () => {
  expect(new Set(keptNames).size).toBe(keptNames.length)
})
