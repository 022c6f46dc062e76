import type { Watchlist } from '@clubfolio/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addToWatchlist } from '../../kernel/watchlist-adder.ts'
import { answers, refused, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { WatchlistAdderPart } from './watchlist-adder-part.tsx'
import { WatchlistScreen } from './watchlist-screen.tsx'

const create = 'POST /v1/api/watchlist/create'
const rename = 'POST /v1/api/watchlist/rename'
const add = 'POST /v1/api/watchlist/add-instrument'
const metals: Watchlist = { id: '3f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab01', name: 'Metals', items: [] }
const taken = /^A watchlist named Metals already exists\./

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket({
      mode: 'closed',
      marketDay: '2026-03-04',
      formingDay: null,
      isOpen: false,
    }),
    'GET /v1/api/watchlist/find-all': [metals],
  })
})

const nameField = () => screen.findByRole('textbox', { name: /^Name/ })

test('a new list with a taken name is refused at its name', async () => {
  answers({ [create]: refused('watchlistName', { name: 'Metals' }) })
  const { user } = await render(<WatchlistScreen />)
  await user.click(await screen.findByRole('button', { name: 'New watchlist' }))
  const name = await nameField()
  await user.type(name, 'Metals{Enter}')
  await waitFor(() => expect(name).toHaveAccessibleDescription(taken))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a list that is renamed to a taken name is refused at its name, and renamed to a free one the modal closes', async () => {
  answers({ [rename]: refused('watchlistName', { name: 'Metals' }) })
  const { user } = await render(<WatchlistScreen />)
  await user.click(await screen.findByRole('button', { name: 'Actions for Metals' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const name = await nameField()
  await user.type(name, ' and oil{Enter}')
  await waitFor(() => expect(name).toHaveAccessibleDescription(taken))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  answers({ [rename]: { message: 'Renamed' } })
  await user.type(name, '2{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sentTo(rename)).toMatchObject([{ name: 'Metals and oil' }, { name: 'Metals and oil2' }])
})

test('a list created for an instrument is refused at its name, and then takes the instrument', async () => {
  answers({ [create]: refusedFields({ name: 'This name is taken.' }) })
  const { user } = await render(<WatchlistAdderPart />)
  act(() => addToWatchlist('AAPL'))
  const name = await screen.findByRole('textbox', { name: 'New watchlist' })
  await user.type(name, 'Metals{Enter}')
  await waitFor(() => expect(name).toHaveAccessibleDescription('This name is taken.'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  answers({ [create]: { message: 'Created', id: metals.id }, [add]: { message: 'Added' } })
  await user.type(name, ' 2{Enter}')
  await waitFor(() => expect(sentTo(add)).toEqual([{ id: metals.id, code: 'AAPL' }]))
  expect(name).toHaveValue('')
})
