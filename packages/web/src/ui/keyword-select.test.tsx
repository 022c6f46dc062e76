import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { KeywordSelect } from './keyword-select.tsx'

const ada = { id: '1', fullName: 'Ada Lund' }

async function renderSearch() {
  const search = vi.fn<(keyword: string) => Promise<readonly (typeof ada)[]>>().mockResolvedValue([ada])
  const onChoose = vi.fn<(found: typeof ada | undefined) => void>()
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  const { user } = await render(
    <form onSubmit={onSubmit}>
      <KeywordSelect label="Member" chosen="" search={search} name={({ fullName }) => fullName} onChoose={onChoose} />
    </form>,
  )
  return { user, search, onChoose, onSubmit, field: screen.getByRole('textbox', { name: 'Member' }) }
}

test('typed text is shown and sent in upper case', async () => {
  const { user, search, field } = await renderSearch()
  await user.type(field, 'lund')
  expect(field).toHaveValue('LUND')
  await screen.findByRole('option', { name: 'Ada Lund' })
  expect(search.mock.calls.map(([keyword]) => keyword)).toEqual(['LUND'])
})

test('the chosen name is shown as it is written', async () => {
  const { user, field, onChoose } = await renderSearch()
  await user.type(field, 'lund')
  await user.click(await screen.findByRole('option', { name: 'Ada Lund' }))
  expect(field).toHaveValue('Ada Lund')
  expect(onChoose).toHaveBeenLastCalledWith(ada)
})

test('Escape closes the list and keeps the text', async () => {
  const { user, field } = await renderSearch()
  await user.type(field, 'lund')
  await screen.findByRole('option', { name: 'Ada Lund' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
  expect(field).toHaveValue('LUND')
  expect(field).toHaveFocus()
})

test('Enter chooses the first result and does not submit the form', async () => {
  const { user, field, onChoose, onSubmit } = await renderSearch()
  await user.type(field, 'lund')
  await screen.findByRole('option', { name: 'Ada Lund' })
  await user.keyboard('{Enter}')
  expect(field).toHaveValue('Ada Lund')
  expect(onChoose).toHaveBeenLastCalledWith(ada)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Enter before the results arrive chooses the first one when they do', async () => {
  const { user, field, onChoose, onSubmit } = await renderSearch()
  await user.type(field, 'lund{Enter}')
  await waitFor(() => expect(onChoose).toHaveBeenLastCalledWith(ada))
  expect(field).toHaveValue('Ada Lund')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Enter submits the form around it once the name is chosen, and never around a name that nobody has', async () => {
  const { user, field, search, onSubmit } = await renderSearch()
  search.mockResolvedValueOnce([])
  await user.type(field, 'nobody')
  await waitFor(() => expect(search).toHaveBeenCalledTimes(1))
  await user.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, 'lund')
  await user.click(await screen.findByRole('option', { name: 'Ada Lund' }))
  await user.type(field, '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
