import { largestDocumentBytes, type FundDocument, type FundPlace } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, sentTo, type Answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, memberId, sampleOverview } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { FundRightsProvider } from '../book/fund-rights.tsx'
import { DocumentView } from './document-view.tsx'
import { DocumentsSection } from './documents-section.tsx'

const find = 'GET /v1/api/document/find/{accountId}'
const upload = 'POST /v1/api/document/upload/{accountId}/{name}'
const remove = 'POST /v1/api/document/remove'
const documentId = '3b7de1c5-3b8c-4bbd-8a33-0f7d9f1e6a44'

const fundDocument = (fields: Partial<FundDocument> = {}): FundDocument => ({
  id: documentId,
  title: 'Rules of the club',
  kind: 'DOCUMENT',
  meetingDay: null,
  fileName: 'Rules.pdf',
  byteCount: 1_200_000,
  uploadedAt: Date.parse('2026-03-02T15:00:00Z'),
  readers: ['TREASURER', 'MEMBER'],
  uploadedBy: 'Maria Keller',
  ...fields,
})

beforeEach(() => signIn())

interface Rendered {
  readonly place?: FundPlace
  readonly more?: Answers
}

async function renderView(documents: FundDocument[], { place = 'OWNER', more = {} }: Rendered = {}) {
  const usedBytes = documents.reduce((sum, { byteCount }) => sum + byteCount, 0)
  answers({ [find]: { documents, usedBytes, mostBytes: 500 * 1024 ** 2 }, ...more })
  const page = await render(
    <FundRightsProvider overview={sampleOverview({ place })}>
      <DocumentView accountId={accountId} />
    </FundRightsProvider>,
  )
  await screen.findByRole('heading', { name: 'Documents' })
  return page
}

/** Opens the form of a new document. */
async function renderForm(place: FundPlace = 'OWNER', more: Answers = {}) {
  const page = await renderView([], { place, more })
  await page.user.click(screen.getByRole('button', { name: 'Upload a document' }))
  await screen.findByRole('region', { name: 'Upload a document' })
  return page
}

const pdf = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
const fileInput = () => document.querySelector<HTMLInputElement>('input[type=file]')!

test('a document says what it is, who reads it, how large it is and who uploaded it', async () => {
  await renderView([
    fundDocument(),
    fundDocument({ id: memberId, title: 'Spring', kind: 'MINUTES', meetingDay: '2026-02-20', readers: [] }),
  ])
  const [rules, spring] = await screen.findAllByRole('listitem')
  expect(rules).toHaveTextContent('Document · Owner, treasurer, members · 1.1 MB · 2026-03-02 by Maria Keller')
  expect(spring).toHaveTextContent('Minutes of 2026-02-20 · Owner · 1.1 MB')
  expect(screen.getByText(/^2\.3 MB of 500 MB used/)).toBeInTheDocument()
})

test('a chosen file gives the title, and is sent with what it is, who reads it and its progress', async () => {
  const asked: unknown[] = []
  let finish: () => void = () => undefined
  const { user } = await renderForm('OWNER', {
    [upload]: ({ params, query }) => {
      asked.push(params, query)
      return new Promise((resolve) => (finish = () => resolve(fundDocument())))
    },
  })
  await user.upload(fileInput(), pdf('Minutes of spring.pdf'))
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Minutes of spring')
  await user.click(screen.getByRole('radio', { name: 'Minutes' }))
  expect(screen.getByRole('button', { name: 'Upload' })).toHaveAccessibleDescription(/marked fields/)
  await user.click(screen.getByLabelText(/^Day of the meeting/))
  await user.click(await screen.findByRole('button', { name: /^15 / }))
  await user.click(screen.getByRole('checkbox', { name: 'Auditor' }))
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  const progress = await screen.findByRole('progressbar', { name: 'Sending Minutes of spring.pdf' })
  await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '50'))
  expect(asked).toEqual([
    { accountId, name: 'Minutes of spring.pdf' },
    {
      title: 'Minutes of spring',
      kind: 'MINUTES',
      meetingDay: expect.stringMatching(/^\d{4}-\d\d-15$/) as string,
      readers: ['TREASURER', 'APPROVER', 'MEMBER'],
    },
  ])
  finish()
  expect(await screen.findByText('Rules of the club is kept.')).toBeInTheDocument()
})

test.each([
  ['documentNotPdf', {}, 'This file is not a complete PDF.'],
  ['documentActive', { what: 'a script' }, 'This PDF contains a script, which can act on the devices of its readers.'],
  ['documentsFull', { most: 500, left: 2 }, 'The documents of a fund have at most 500 MB together; 2 MB are left.'],
] as const)('a refusal %s is said at the file, and everything typed stays', async (refusal, figures, words) => {
  const { user } = await renderForm('OWNER', { [upload]: refused(refusal, figures) })
  await user.upload(fileInput(), pdf('Rules.pdf'))
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByText(new RegExp(`^${words}`))).toHaveRole('alert')
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Rules')
})

test('a cancelled upload is no failure, and everything typed stays', async () => {
  const { user } = await renderForm('OWNER', { [upload]: () => new Promise(() => undefined) })
  await user.upload(fileInput(), pdf('Rules.pdf'))
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  await screen.findByRole('progressbar', { name: 'Sending Rules.pdf' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Upload' })).toBeInTheDocument()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Rules')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a file of more than 10 MB is not sent', async () => {
  const { user } = await renderForm()
  await user.upload(fileInput(), pdf('Scan.pdf', largestDocumentBytes + 1))
  expect(await screen.findByRole('alert')).toHaveTextContent('Scan.pdf has more than 10 MB. Choose a smaller PDF.')
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(sentTo(upload)).toEqual([])
})

test('a replacement begins with what it replaces, and names it', async () => {
  const asked: unknown[] = []
  const { user } = await renderView([fundDocument()], {
    more: { [upload]: ({ query }) => (asked.push(query), fundDocument()) },
  })
  await user.click(await screen.findByRole('button', { name: 'Replace Rules of the club' }))
  const form = within(screen.getByRole('region', { name: 'Replace Rules of the club' }))
  expect(form.getByLabelText(/^Title/)).toHaveValue('Rules of the club')
  await user.upload(fileInput(), pdf('Rules-2027.pdf'))
  await user.click(form.getByRole('button', { name: 'Replace' }))
  await waitFor(() =>
    expect(asked).toEqual([
      { title: 'Rules of the club', kind: 'DOCUMENT', readers: ['TREASURER', 'MEMBER'], replaces: documentId },
    ]),
  )
  await waitFor(() => expect(screen.queryByLabelText(/^Title/)).not.toBeInTheDocument())
})

test('a document is removed with a reason', async () => {
  const { user } = await renderView([fundDocument()], { more: { [remove]: { message: 'Rules were removed.' } } })
  await user.click(await screen.findByRole('button', { name: 'Remove Rules of the club' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Wrong year')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sentTo(remove)).toEqual([{ accountId, id: documentId, reason: 'Wrong year' }]))
})

test('auditors and approvers only download; a treasurer always reads what they upload', async () => {
  await renderView([fundDocument()], { place: 'AUDITOR' })
  expect(await screen.findByRole('button', { name: 'Download Rules of the club' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Remove Rules of the club' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Upload a document' })).not.toBeInTheDocument()
})

test('a treasurer always reads what they upload', async () => {
  await renderForm('TREASURER')
  const treasurer = screen.getByRole('checkbox', { name: 'Treasurer' })
  expect(treasurer).toBeChecked()
  expect(treasurer).toBeDisabled()
})

test('a member sees title, kind and day, and no names', async () => {
  answers({
    'GET /v1/api/document/find-mine/{accountId}/{memberId}': [fundDocument({ uploadedBy: null, readers: ['MEMBER'] })],
  })
  await render(<DocumentsSection place={{ accountId, memberId }} />)
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    'Rules of the clubDocument · 1.1 MB · 2026-03-02Download',
  )
})

test('a member without documents has no such part', async () => {
  let isAsked = false
  answers({ 'GET /v1/api/document/find-mine/{accountId}/{memberId}': () => ((isAsked = true), []) })
  await render(<DocumentsSection place={{ accountId, memberId }} />)
  await waitFor(() => expect(isAsked).toBe(true))
  expect(screen.queryByText('Documents')).not.toBeInTheDocument()
})
