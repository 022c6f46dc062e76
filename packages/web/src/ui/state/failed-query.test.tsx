import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { FailedQuery } from './failed-query.tsx'
import type { ReadQuery } from './failure-of.ts'

const failed: ReadQuery = {
  error: new Error('No answer.'),
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
}
const renderFailure = (query: Partial<ReadQuery>) =>
  render(<FailedQuery query={{ ...failed, ...query }} title="The fees could not be loaded" />)

test('a query that did not fail shows nothing', async () => {
  await renderFailure({ error: null })
  expect(screen.getByRole('main')).toBeEmptyDOMElement()
})

test('a failure says what failed and why', async () => {
  await renderFailure({})
  expect(screen.getByRole('alert')).toHaveTextContent('The fees could not be loaded')
  expect(screen.getByRole('alert')).toHaveTextContent('No answer.')
})

test('a failed refresh says when the data shown were read', async () => {
  await renderFailure({ dataUpdatedAt: Date.parse('2026-03-04T15:00:00Z') })
  expect(screen.getByText('No answer. Last good data: 10:00:00 ET.')).toBeInTheDocument()
})

test('Retry reads again', async () => {
  let reads = 0
  const { user } = await renderFailure({ refetch: () => reads++ })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(reads).toBe(1)
})

test('Retry is busy while the query is read again', async () => {
  await renderFailure({ isFetching: true })
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveAttribute('data-loading', 'true')
})
