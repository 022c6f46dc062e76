import type { ImportRun, ImportTable } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, type Asked, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { ImportForm } from './import-form.tsx'

const inspectFile = 'GET /v1/api/market/inspect-file'
const inspectUpload = 'POST /v1/api/market/inspect-upload/{name}/{isWhole}'
const importFile = 'POST /v1/api/market/import-file'
const uploadFile = 'POST /v1/api/market/upload-file/{name}/{replace}'

const table = (change: Partial<ImportTable> = {}): ImportTable => ({
  name: 'AAPL.csv',
  kind: 'daily prices (as traded)',
  fault: null,
  needsSymbol: false,
  symbol: null,
  candidates: [],
  needsDateOrder: false,
  ...change,
})
const run: ImportRun = {
  id: '01890000-0000-7000-8000-000000000001',
  fileName: 'AAPL.csv',
  kind: null,
  status: 'DONE',
  startedAt: 0,
  endedAt: 0,
  byteCount: 1,
  bytesRead: 1,
  rowsRead: 1,
  rowsAdded: 1,
  rowsUnchanged: 0,
  rowsReplaced: 0,
  rowsRefused: 0,
  instrumentsAdded: 0,
  message: null,
}

let uploads: { readonly params: object; readonly query: object }[] = []

beforeEach(() => {
  signIn()
  uploads = []
})

async function renderForm(answer: Answers) {
  answers({
    'GET /v1/api/market/find-import-files': [{ name: 'AAPL.csv', byteCount: 10 }],
    'GET /v1/api/market/find-import-runs': [],
    [importFile]: run,
    [uploadFile]: ({ params, query }: Pick<Asked<never>, 'params' | 'query'>) => {
      uploads.push({ params, query })
      return run
    },
    ...answer,
  } as Answers)
  return render(<ImportForm />)
}

async function upload(user: UserEvent, content = 'date,open') {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File([content], 'AAPL.csv'))
  await user.click(screen.getByRole('button', { name: 'Upload and import' }))
}

const dialog = () => screen.findByRole('dialog', { name: /^Import/ })

test('a file that leaves nothing open is imported at once', async () => {
  const { user } = await renderForm({ [inspectUpload]: [table()] })
  await upload(user)
  await expect.poll(() => uploads).toEqual([{ params: { name: 'AAPL.csv', replace: false }, query: {} }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a proposed symbol is shown before anything is imported, and can be corrected', async () => {
  const { user } = await renderForm({ [inspectUpload]: [table({ needsSymbol: true, symbol: 'AAPL' })] })
  await upload(user)
  const asked = within(await dialog())
  const field = asked.getByRole('textbox', { name: /^Symbol/ })
  expect(field).toHaveValue('AAPL')
  expect(uploads).toEqual([])
  await user.clear(field)
  await user.type(field, 'brk/b')
  await user.click(asked.getByRole('button', { name: 'Import' }))
  await expect
    .poll(() => uploads)
    .toEqual([{ params: { name: 'AAPL.csv', replace: false }, query: { symbols: 'BRK/B' } }])
})

test('an uncertain symbol has to be entered, for each file of an archive', async () => {
  const { user } = await renderForm({
    [inspectFile]: [
      table({ name: 'AAPL.csv', needsSymbol: true, symbol: 'AAPL' }),
      table({ name: 'wide.csv' }),
      table({ name: 'x.csv', needsSymbol: true, candidates: ['MSFT', 'TSLA'] }),
    ],
  })
  await user.click(await screen.findByRole('combobox', { name: 'Or a file on the server' }))
  await user.click(await screen.findByRole('option', { name: /AAPL\.csv/ }))
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const asked = within(await dialog())
  const open = asked.getByRole('textbox', { name: /^Symbol of x\.csv/ })
  expect(open).toHaveValue('')
  expect(open).toHaveAccessibleDescription('The name of the file could mean MSFT or TSLA.')
  expect(asked.getByRole('button', { name: 'Import' })).toBeDisabled()
  await user.type(open, 'no t')
  expect(asked.getByText('A symbol has letters, digits and . - / only, without spaces.')).toBeInTheDocument()
  await user.clear(open)
  await user.type(open, 'tsla')
  await user.click(asked.getByRole('button', { name: 'Import' }))
  await expect
    .poll(() => sentTo(importFile))
    .toMatchObject([{ name: 'AAPL.csv', replace: false, symbols: ['AAPL', '', 'TSLA'] }])
})

test('the order of dates that the file leaves open is chosen', async () => {
  const { user } = await renderForm({ [inspectUpload]: [table({ needsDateOrder: true })] })
  await upload(user)
  const asked = within(await dialog())
  expect(asked.getByRole('button', { name: 'Import' })).toBeDisabled()
  await user.click(asked.getByText('Day first: 4/5 is May 4'))
  await user.click(asked.getByRole('button', { name: 'Import' }))
  await expect.poll(() => uploads).toMatchObject([{ query: { dates: 'dmy' } }])
})

test('a file that cannot be imported says why and is not sent', async () => {
  const fault = 'The file seems to be a PDF document. Export the table as CSV text and import that.'
  const { user } = await renderForm({ [inspectUpload]: [table({ kind: null, fault })] })
  await upload(user)
  const asked = within(await dialog())
  expect(asked.getByRole('alert')).toHaveTextContent(fault)
  expect(asked.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument()
  expect(uploads).toEqual([])
})

test('of a large table only the beginning is sent to look into it, of an archive everything', async () => {
  const asked: object[] = []
  const { user } = await renderForm({
    [inspectUpload]: ({ params }) => {
      asked.push(params)
      return [table({ needsSymbol: true, symbol: 'AAPL' })]
    },
  })
  await upload(user, 'x'.repeat(1_048_577))
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await upload(user, `PK${'x'.repeat(1_048_577)}`)
  await expect
    .poll(() => asked)
    .toEqual([
      { name: 'AAPL.csv', isWhole: false },
      { name: 'AAPL.csv', isWhole: true },
    ])
})
