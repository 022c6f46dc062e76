import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { FailedState, type FailedStateProps } from './failed-state.tsx'

const failed = (more: Partial<FailedStateProps> = {}) =>
  render(<FailedState title="The orders could not be loaded" why="No answer." onRetry={() => undefined} {...more} />)

test('the time of the last good data is that of New York', async () => {
  await failed({ lastGoodMs: Date.parse('2026-03-04T15:00:00Z') })
  expect(screen.getByText('No answer. Last good data: 10:00:00 ET.')).toBeInTheDocument()
})

test.each([
  ['0, which the query library has for none', 0],
  ['absent', undefined],
])('no time is said of data that never was: %s', async (_, lastGoodMs) => {
  await failed(lastGoodMs === undefined ? {} : { lastGoodMs })
  expect(screen.getByRole('alert')).not.toHaveTextContent('Last good data')
})
