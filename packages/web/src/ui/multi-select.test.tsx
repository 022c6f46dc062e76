import { Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { MultiSelect } from './multi-select.tsx'

const choices = [
  { key: 'ENERGY', value: 'Energy' },
  { key: 'HEALTH', value: 'Health Care' },
]

test('Enter in the search of a multi-select chooses the first match', async () => {
  const onChange = vi.fn<(keys: string[]) => void>()
  const { user } = await render(<MultiSelect label="Sector" choices={choices} selected={[]} onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: /^Sector/ }))
  const search = await screen.findByRole('textbox', { name: 'Search Sector' })
  await user.type(search, '{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  await user.type(search, 'hea{Enter}')
  expect(onChange).toHaveBeenCalledWith(['HEALTH'])
})

test('Enter in a select that can be searched chooses the first match', async () => {
  const onChange = vi.fn<(key: string | null) => void>()
  const data = choices.map(({ key, value }) => ({ value: key, label: value }))
  const { user } = await render(<Select label="Sector" searchable data={data} onChange={(key) => onChange(key)} />)
  await user.click(await screen.findByRole('combobox', { name: 'Sector' }))
  await screen.findByRole('option', { name: 'Energy' })
  await user.keyboard('hea')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Energy' })).not.toBeInTheDocument())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('HEALTH'))
})
