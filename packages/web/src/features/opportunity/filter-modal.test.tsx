import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { FilterModal } from './filter-modal.tsx'
import type { SeekerFilter } from './opportunity-filter.ts'

const fields: SeekerFilter = {
  direction: 'long',
  capital: '10000',
  risk: '1',
  symbol: '',
  types: 'All',
  year: null,
  qec: 'false',
}

async function renderFilter() {
  const onClose = vi.fn<() => void>()
  const { user } = await render(
    <FilterModal
      fields={fields}
      years={[2026]}
      types={['EQUITY']}
      onClose={onClose}
      onDirection={() => undefined}
      onFilter={() => undefined}
    />,
  )
  await screen.findByRole('dialog')
  return { user, onClose }
}

test('a typed filter that was not applied asks before it is lost by Esc', async () => {
  const { user, onClose } = await renderFilter()
  await user.type(screen.getByRole('textbox', { name: 'Symbol' }), 'AAPL')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
})

test('a changed direction is applied already, so Esc closes', async () => {
  const { user, onClose } = await renderFilter()
  await user.click(screen.getByRole('radio', { name: 'Short' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
