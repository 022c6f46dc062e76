import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, noResponse, refused, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { accountId, sampleStatement, statementId } from '../../testing/statement-samples.ts'
import { keptFile } from './kept-files.ts'
import { UploadPanel } from './upload-panel.tsx'

const uploadStatement = 'POST /v1/api/account/upload-statement/{accountId}/{name}'
const onSent = vi.fn<(id: string) => void>()

beforeEach(() => {
  signIn()
  onSent.mockClear()
})

const csv = (name: string, content = 'Date,Type') => new File([content], name, { type: 'text/csv' })
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!

/** Answers uploads one by one, when the test says so. */
function slowly() {
  const names: string[] = []
  const waiting: (() => void)[] = []
  const answer: Answers = {
    [uploadStatement]: ({ params: { name } }) => {
      names.push(name)
      return new Promise((resolve) => waiting.push(() => resolve(sampleStatement({ fileName: name }))))
    },
  }
  return { answer, names, next: () => waiting.shift()?.() }
}

async function renderPanel(answer: Answers) {
  answers(answer)
  return render(<UploadPanel accountId={accountId} onSent={onSent} />)
}

test('a chosen file is sent with its progress, kept for sending it again, and opens its statement', async () => {
  const { answer, names, next } = slowly()
  const { user } = await renderPanel(answer)
  const file = csv('orders-2024.csv')
  await user.upload(input(), file)
  const progress = await screen.findByRole('progressbar', { name: 'Sending orders-2024.csv' })
  await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '50'))
  expect(onSent).not.toHaveBeenCalled()
  next()
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(statementId))
  expect(names).toEqual(['orders-2024.csv'])
  expect(keptFile(statementId)).toBe(file)
  expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument()
})

test('dropped files are sent one after the other, and none of several opens', async () => {
  const { answer, names, next } = slowly()
  await renderPanel(answer)
  const place = screen.getByRole('group', { name: 'Drop statement files here' })
  fireEvent.drop(place, { dataTransfer: { files: [csv('one.csv'), csv('two.csv')] } })
  await screen.findByRole('progressbar', { name: 'Sending one.csv' })
  expect(screen.getByRole('progressbar', { name: 'two.csv waits' })).toBeInTheDocument()
  expect(names).toEqual(['one.csv'])
  next()
  await screen.findByRole('progressbar', { name: 'Sending two.csv' })
  next()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument())
  expect(onSent).not.toHaveBeenCalled()
})

test('a cancelled upload is gone without a message, and the next one starts', async () => {
  const { answer, names } = slowly()
  const { user } = await renderPanel(answer)
  await user.upload(input(), [csv('one.csv'), csv('two.csv')])
  await user.click(await screen.findByRole('button', { name: 'Cancel one.csv' }))
  await screen.findByRole('progressbar', { name: 'Sending two.csv' })
  expect(names).toEqual(['one.csv', 'two.csv'])
  await user.click(screen.getByRole('button', { name: 'Cancel two.csv' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  // Its request ended with it, so nothing asks later what became of it.
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('pendingEffect'))).toEqual([]))
})

test('a refused upload says why in its line and can be sent again or removed', async () => {
  const { user } = await renderPanel({ [uploadStatement]: refused('tooManyPrepared', { most: 20 }) })
  await user.upload(input(), csv('orders-2024.csv'))
  const list = within(await screen.findByRole('list', { name: 'Uploads' }))
  expect(await list.findByRole('alert')).toHaveTextContent(
    'orders-2024.csv was not uploaded. 20 statements of this account are waiting to be imported. Import or discard one of ' +
      'them first.',
  )
  expect(onSent).not.toHaveBeenCalled()
  answers({ [uploadStatement]: sampleStatement() })
  await user.click(list.getByRole('button', { name: 'Send orders-2024.csv again' }))
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(statementId))
})

test('an empty file is not sent', async () => {
  const { user } = await renderPanel({})
  await user.upload(input(), csv('empty.csv', ''))
  expect(await screen.findByRole('alert')).toHaveTextContent('empty.csv was not uploaded. The file is empty.')
  expect(screen.queryByRole('button', { name: /again/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove empty.csv' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('an upload without an answer is settled, and its line says that it did not arrive', async () => {
  const { user } = await renderPanel({
    [uploadStatement]: noResponse,
    'POST /v1/api/request/settle': { fate: 'NOT_DONE', reason: null, reply: null },
  })
  await user.upload(input(), csv('orders-2024.csv'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^orders-2024\.csv was not uploaded\./)
})

test('a hostile file name is shown as text and sent with its ending', async () => {
  const { answer, names, next } = slowly()
  const { user } = await renderPanel(answer)
  const name = `<img src=x onerror=alert(1)>${'x'.repeat(300)}.csv`
  await user.upload(input(), csv(name))
  expect(await screen.findByText(`Sending ${name}`)).toBeInTheDocument()
  expect(document.querySelector('img')).toBeNull()
  expect(names[0]).toHaveLength(200)
  expect(names[0]).toMatch(/x\.csv$/)
  next()
  await waitFor(() => expect(onSent).toHaveBeenCalled())
})
