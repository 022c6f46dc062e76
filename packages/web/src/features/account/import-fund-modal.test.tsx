import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { ImportFundModal } from './import-fund-modal.tsx'

const importing = 'POST /v1/api/fund/import-fund/{name}'
const file = new File(['zip'], 'Fund - Riverside Club - 2026-11-26.zip', { type: 'application/zip' })

beforeEach(() => signIn())

const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!

test('an imported fund leads to its books, and says how it goes on', async () => {
  const names: string[] = []
  answers({
    [importing]: ({ params }) => {
      names.push(params.name)
      return { accountId, message: 'The fund was imported. Its books give the figures of the export to the cent.' }
    },
  })
  const { user } = await render(<ImportFundModal onClose={() => undefined} />)
  await user.upload(input(), file)
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/^The fund was imported\./)).toBeInTheDocument()
  expect(screen.getByText(/link the account that holds the money/)).toBeInTheDocument()
  const left = screen.getByRole('list', { name: 'Not imported' })
  expect(left).toHaveTextContent(/history names you .* Enter them on Members .*Roles\. Invite treasurer/)
  expect(screen.getByRole('link', { name: 'Open the fund' })).toHaveAttribute(
    'href',
    expect.stringContaining(accountId),
  )
  expect(names).toEqual([file.name])
})

test('a refused file says why beside its field, and another one can be chosen', async () => {
  answers({ [importing]: () => refused('archiveUnreadable', { reason: 'It is no export of a fund.' }) })
  const { user } = await render(<ImportFundModal onClose={() => undefined} />)
  await user.upload(input(), file)
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('This file cannot be imported. It is no export of a fund.')).toBeInTheDocument()
  await user.upload(input(), new File(['x'], 'other.zip'))
  await waitFor(() => expect(screen.queryByText(/^This file cannot be imported/)).not.toBeInTheDocument())
})
