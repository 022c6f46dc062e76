import { expect, test } from 'vitest'
import { showProgress } from './start-progress.ts'

function watched(format: 'json' | 'text') {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  return { lines, progress: showProgress({ format, say: write, tell: write }) }
}

test('a large market is a line for each fifth, and a line at its end when that comes after the address', () => {
  const { lines, progress } = watched('text')
  progress.step('Starting the database.')
  for (const filled of [20, 50, 80, 110]) progress.market(filled, 500)
  progress.end()
  progress.step('not shown any more')
  for (const filled of [230, 380, 500]) progress.market(filled, 500)
  expect(lines).toEqual([
    '  Starting the database.',
    '  The simulated market: 20 of 500 instruments.',
    '  The simulated market: 110 of 500 instruments.',
    'The simulated market is complete: 500 instruments.',
  ])
})

test('in JSON nothing is added to the log', () => {
  const { lines, progress } = watched('json')
  progress.step('Starting the database.')
  progress.market(500, 500)
  expect(lines).toEqual([])
})
