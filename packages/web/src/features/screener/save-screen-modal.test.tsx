import { defaultCriteria } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers, refusedFields } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { SaveScreenModal } from './save-screen-modal.tsx'

test('a refused name says why at the name, and the modal stays open', async () => {
  signIn()
  answers({ 'POST /v1/api/screener/save-screen': refusedFields({ name: 'Choose another name.' }) })
  const onSaved = vi.fn<() => void>()
  const { user } = await render(
    <SaveScreenModal
      criteria={defaultCriteria}
      screen={undefined}
      screens={[]}
      onClose={() => undefined}
      onSaved={onSaved}
    />,
  )
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.type(name, 'Cheap')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Choose another name.'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(onSaved).not.toHaveBeenCalled()
})
