import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { SparsePanel } from './sparse-panel.tsx'
import type { ShownQuery } from './state/query-state.tsx'

type Shown = ShownQuery<readonly string[]>

const asked: string[] = []
const query = (fields: Partial<Shown>): Shown => ({
  data: undefined,
  error: null,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: () => asked.push('again'),
  ...fields,
})
const renderPanel = (shown: Partial<Shown>) =>
  render(
    <SparsePanel title="Votes" query={query(shown)} failure="The votes could not be loaded">
      {(items) => <p>{items.join(' and ')}</p>}
    </SparsePanel>,
  )

test.each([
  ['while nobody knows whether something is in it', { isFetching: true }],
  ['where nothing is in it', { data: [] }],
])('there is no panel %s', async (_when, shown) => {
  await renderPanel(shown)
  expect(screen.getByRole('main')).toBeEmptyDOMElement()
})

test('the panel appears with what is in it', async () => {
  await renderPanel({ data: ['one', 'two'] })
  expect(screen.getByRole('region', { name: 'Votes' })).toHaveTextContent('Votesone and two')
})

test('a failure is shown, and Retry loads again', async () => {
  const { user } = await renderPanel({ error: new Error('The server did not answer.') })
  expect(screen.getByRole('region', { name: 'Votes' })).toHaveTextContent(
    'The votes could not be loadedThe server did not answer.',
  )
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(asked).toEqual(['again'])
})

test('what was loaded stays below the message of a refresh that failed', async () => {
  await renderPanel({ data: ['one'], error: new Error('The server did not answer.') })
  const panel = screen.getByRole('region', { name: 'Votes' })
  expect(panel).toHaveTextContent('The votes could not be loaded')
  expect(panel).toHaveTextContent('one')
})
