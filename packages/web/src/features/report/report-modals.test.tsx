import type { ReportFilter, ReportSchedule } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refusedFields, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import type { ReportFileRequest } from './api.ts'
import { PrepareModal } from './prepare-modal.tsx'
import { RecipientModal } from './recipient-modal.tsx'
import { SaveFilterModal } from './save-filter-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

const saveFilter = 'POST /v1/api/static-report/save-filter'
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
  filters: [],
  nextAt: 1,
  lastRun: null,
}

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

  test('say at their field that a typed address is not added yet', async () => {
    const { user, email, accept } = await renderMail()
    await user.type(email, 'ada@example')
    await user.click(screen.getByRole('textbox', { name: 'Comment' }))
    expect(email).toHaveAccessibleDescription(/Press Enter to add the address, or clear the field\./)
    expect(accept).toBeDisabled()
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
