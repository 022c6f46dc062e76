import type { ReportFilter, ReportRun, ReportSchedule } from '@clubfolio/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import type { ReportFileRequest } from './api.ts'
import { PrepareModal } from './prepare-modal.tsx'
import { RecipientModal } from './recipient-modal.tsx'
import { RunListModal } from './run-list-modal.tsx'
import { SaveFilterModal } from './save-filter-modal.tsx'
import { ScheduleListModal } from './schedule-list-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

const saveFilter = 'POST /v1/api/static-report/save-filter'
const saveSchedule = 'POST /v1/api/static-report/save-schedule'
const runSchedule = 'POST /v1/api/static-report/run-schedule'
const cancelRun = 'POST /v1/api/static-report/cancel-run'
const prepare = 'POST /v1/api/static-report/prepare-report'
const sendMail = 'POST /v1/api/static-report/send-pdf-report-by-email'
const request: ReportFileRequest = {
  report: 'positions',
  filter: [],
  column: ['symbol'],
  orderBy: 'symbol',
  direction: 'ASC',
}
const account: ReportFilter = {
  nomenclatorConfigId: 'account',
  nomenclatorConfigNameKey: 'account',
  nomenclatorConfigDisplayName: 'Account',
  nomenclatorConfigDescription: '',
  inputTypeNameKey: 'RADIO',
  nomenclatorConfigConfig: [{ id: 'ALL', value: 'All accounts' }],
  selectedItem: null,
}
const schedule: ReportSchedule = {
  id: '3f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab02',
  name: 'Monday',
  report: 'positions',
  reportName: 'Open positions',
  filter: [],
  column: null,
  orderBy: null,
  direction: null,
  frequency: 'WEEKLY',
  weekday: 1,
  monthDay: null,
  hour: 7,
  period: 'SAME_LENGTH',
  formats: ['pdf'],
  emailList: ['mara@example.com'],
  comment: '',
  isPaused: false,
  pausedBecause: null,
  filters: [],
  nextAt: 1,
  lastRun: null,
}

const run: ReportRun = {
  id: '3f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab04',
  kind: 'DOWNLOAD',
  scheduleId: null,
  report: 'positions',
  name: 'Gains',
  state: 'RUNNING',
  reason: null,
  percent: 10,
  rows: null,
  formats: ['pdf'],
  ready: [],
  filesUntil: null,
  recipients: [],
  requestedAt: 1,
  endedAt: null,
}
const sentMail = { message: 'The report is on its way to 1 address.', id: '3f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab03' }

beforeEach(() => signIn())

test('a refused name of saved filters says why at the name', async () => {
  answers({
    'GET /v1/api/static-report/find-saved-filters/{report}': [],
    [saveFilter]: refusedFields({ name: 'Choose another name.' }),
  })
  const { user } = await render(<SaveFilterModal request={request} facts={[]} onClose={() => undefined} />)
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.type(name, 'Mine{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Choose another name.'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe('the recipients of a mail', () => {
  async function renderMail() {
    const { user } = await render(<RecipientModal reportName="Gains" request={request} onClose={() => undefined} />)
    const email = await screen.findByRole('textbox', { name: 'Email' })
    return { user, email, accept: screen.getByRole('button', { name: 'Accept' }) }
  }

  const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  const own = 'mara@example.com'

  test('count when they are typed and the field is left', async () => {
    const { user, email } = await renderMail()
    await user.type(email, 'Ada@example.com')
    await user.click(screen.getByRole('textbox', { name: 'Comment' }))
    expect(listed()).toEqual([own, 'ada@example.com'])
    expect(email).toHaveValue('')
  })

  test('count when they are typed and the form is sent', async () => {
    answers({ [sendMail]: sentMail })
    const { user, email, accept } = await renderMail()
    await user.click(screen.getByRole('button', { name: `Remove ${own}` }))
    await user.type(email, 'ada@example.com')
    expect(accept).toBeEnabled()
    await user.click(accept)
    await waitFor(() => expect(sentTo(sendMail).map(({ emailList }) => emailList)).toEqual([['ada@example.com']]))
  })

  test('are not moved by the button that sends them, so that its click is not lost', async () => {
    const { user, email, accept } = await renderMail()
    await user.type(email, 'ada@example.com')
    await user.pointer({ keys: '[MouseLeft>]', target: accept })
    expect(listed()).toEqual([own])
  })

  test('are taken from a pasted list, with names and new lines', async () => {
    const { user, email } = await renderMail()
    await user.click(email)
    await user.paste('Ada Lund <ada@example.com>,ben@example.com;\ncy@example.com dee@example.com')
    expect(listed()).toEqual([own, 'ada@example.com', 'ben@example.com', 'cy@example.com', 'dee@example.com'])
    expect(email).toHaveValue('')
    expect(email).not.toHaveAccessibleDescription(/not an e-mail address/)
  })

  test('name what is no address, at their field, and keep it there', async () => {
    const { user, email, accept } = await renderMail()
    await user.click(email)
    await user.paste('ada@example.com, nobody')
    expect(email).toHaveAccessibleDescription(/"nobody" is not an e-mail address\. Correct or remove it\./)
    expect(email).toHaveValue('nobody')
    expect(listed()).toEqual([own, 'ada@example.com'])
    expect(accept).toBeDisabled()
    await user.type(email, '@example.com')
    expect(email).not.toHaveAccessibleDescription(/not an e-mail address/)
    expect(accept).toBeEnabled()
  })

  test('replace the selected text by what is pasted', async () => {
    const { user, email } = await renderMail()
    await user.type(email, 'nobody')
    await user.tripleClick(email)
    await user.paste('ada@example.com ben@example.com')
    expect(listed()).toEqual([own, 'ada@example.com', 'ben@example.com'])
    expect(email).toHaveValue('')
  })

  test('say at their field that nobody is left', async () => {
    const { user, email, accept } = await renderMail()
    await user.click(screen.getByRole('button', { name: 'Remove mara@example.com' }))
    expect(email).toHaveAccessibleDescription(/Enter at least one address\./)
    expect(accept).toBeDisabled()
  })

  test('say at their field what the server refuses about them', async () => {
    answers({ [sendMail]: refusedFields({ 'emailList.0': 'No mail reaches this address.' }) })
    const { user, email, accept } = await renderMail()
    await user.click(accept)
    await waitFor(() => expect(email).toHaveAccessibleDescription(/No mail reaches this address\./))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a schedule that is edited', () => {
  const renderSchedule = (filters: readonly ReportFilter[]) =>
    render(
      <ScheduleModal
        reportName="Open positions"
        filters={filters}
        request={schedule}
        schedule={schedule}
        onClose={() => undefined}
      />,
    )

  test('says at a filter that it has no choice', async () => {
    const { user } = await renderSchedule([account])
    const group = await screen.findByRole('radiogroup', { name: 'Account' })
    expect(group).toHaveAccessibleDescription('Choose a value for this filter.')
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.click(screen.getByRole('radio', { name: 'All accounts' }))
    expect(group).not.toHaveAccessibleDescription()
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  test('says at the recipients that nobody is left', async () => {
    const { user } = await renderSchedule([])
    await user.click(await screen.findByRole('button', { name: 'Remove mara@example.com' }))
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/Enter at least one address\./)
  })
})

test('a schedule says what every run will cover, and counts it in New York', async () => {
  const period: ReportFilter = {
    ...account,
    nomenclatorConfigNameKey: 'period',
    nomenclatorConfigDisplayName: 'Period',
    inputTypeNameKey: 'DATE_RANGE',
    nomenclatorConfigConfig: [],
    selectedItem: ['2026-02-26', '2026-03-04'],
  }
  const { user } = await render(
    <ScheduleModal reportName="Gains" filters={[period]} request={request} onClose={() => undefined} />,
  )
  expect(await screen.findByText('Period: Last 7 days, New York time')).toBeVisible()
  const days = screen.getByRole('combobox', { name: 'Which days it covers' })
  expect(days).toHaveAccessibleDescription('Last 7 days, New York time')
  await user.click(days)
  await user.click(await screen.findByRole('option', { name: 'The month before' }))
  expect(screen.getByText('Period: The month before, New York time')).toBeVisible()
})

test('preparing in the background asks before a changed choice of files is lost by Esc', async () => {
  const onClose = vi.fn<() => void>()
  const { user } = await render(
    <PrepareModal reportName="Gains" request={request} facts={[]} onClose={onClose} onBegun={() => undefined} />,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Excel' }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentTo('POST /v1/api/static-report/prepare-report')).toEqual([])
})

test('a schedule that something else than its owner paused says why', async () => {
  const pausedBecause = 'Paused after a restore. Check its recipients, then resume it.'
  answers({
    'GET /v1/api/static-report/find-schedules': [{ ...schedule, isPaused: true, pausedBecause, nextAt: null }],
  })
  await render(<ScheduleListModal onClose={() => undefined} />)
  expect(await screen.findByRole('note')).toHaveTextContent(pausedBecause)
})

describe('a double click', () => {
  const saved = { message: 'Kept.', id: '3f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab03' }

  test('on Accept mails a report once, with one message', async () => {
    answers({ [sendMail]: saved })
    const onClose = vi.fn<() => void>()
    const { user } = await render(<RecipientModal reportName="Gains" request={request} onClose={onClose} />)
    await user.dblClick(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findAllByText('Kept.')).toHaveLength(1)
    expect(sentTo(sendMail)).toHaveLength(1)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('on Accept makes one schedule, with one message', async () => {
    answers({ [saveSchedule]: saved })
    const onClose = vi.fn<() => void>()
    const { user } = await render(<ScheduleModal reportName="Gains" filters={[]} request={request} onClose={onClose} />)
    await user.dblClick(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findAllByText('Kept.')).toHaveLength(1)
    expect(sentTo(saveSchedule)).toHaveLength(1)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('on Prepare makes one run', async () => {
    answers({ [prepare]: saved })
    const onBegun = vi.fn<() => void>()
    const { user } = await render(
      <PrepareModal reportName="Gains" request={request} facts={[]} onClose={() => undefined} onBegun={onBegun} />,
    )
    await user.dblClick(await screen.findByRole('button', { name: 'Prepare' }))
    await waitFor(() => expect(onBegun).toHaveBeenCalledOnce())
    expect(sentTo(prepare)).toHaveLength(1)
  })

  test('on Run now or Cancel is one click, even if the answer comes between its halves', async () => {
    answers({
      'GET /v1/api/static-report/find-schedules': [schedule],
      'GET /v1/api/static-report/find-runs': [run],
      [runSchedule]: { message: 'It runs.' },
      [cancelRun]: { message: 'Cancelled.' },
    })
    const clickTwice = async (name: RegExp, answer: string) => {
      fireEvent.click(await screen.findByRole('button', { name }), { detail: 1 })
      await screen.findByText(answer)
      fireEvent.click(await screen.findByRole('button', { name }), { detail: 2 })
    }
    await render(<ScheduleListModal onClose={() => undefined} />)
    await clickTwice(/^Run now/, 'It runs.')
    cleanup()
    await render(<RunListModal onClose={() => undefined} />)
    await clickTwice(/^Cancel Gains/, 'Cancelled.')
    expect([sentTo(runSchedule).length, sentTo(cancelRun).length]).toEqual([1, 1])
  })

  test('on Accept without a connection shows one message and keeps the form', async () => {
    const onClose = vi.fn<() => void>()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = await render(<RecipientModal reportName="Gains" request={request} onClose={onClose} />)
    await user.dblClick(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findAllByText('You are offline. Nothing was sent.')).toHaveLength(1)
    expect(onClose).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

test('a list that cannot be refreshed says since when it is as it is', async () => {
  answers({
    'GET /v1/api/static-report/find-schedules': [schedule],
    'GET /v1/api/static-report/find-runs': [run],
  })
  await render(
    <>
      <ScheduleListModal onClose={() => undefined} />
      <RunListModal onClose={() => undefined} />
    </>,
  )
  await screen.findByRole('group', { name: 'Gains', hidden: true })
  await screen.findByRole('region', { name: 'Monday', hidden: true })
  const old = () => screen.queryAllByText(/^You are offline\. The list is as it was at \d\d:\d\d:\d\d ET\.$/)
  expect(old()).toHaveLength(0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(old()).toHaveLength(2)
  vi.restoreAllMocks()
  act(() => void dispatchEvent(new Event('online')))
  expect(old()).toHaveLength(0)
})
