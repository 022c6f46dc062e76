import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { KeywordSelect } from './keyword-select.tsx'

const ada = { id: '1', fullName: 'Ada Lund' }

async function renderSearch() {
  const search = vi.fn<(keyword: string) => Promise<readonly (typeof ada)[]>>().mockResolvedValue([ada])
  const onChoose = vi.fn<(found: typeof ada | undefined) => void>()
  const { user } = await render(
    <KeywordSelect label="Member" chosen="" search={search} name={({ fullName }) => fullName} onChoose={onChoose} />,
  )
  return { user, search, onChoose, field: screen.getByRole('textbox', { name: 'Member' }) }
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
