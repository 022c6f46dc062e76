import type { OwnReport, OwnReportContent } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { RenameReportModal } from './rename-report-modal.tsx'
import { SaveReportModal } from './save-report-modal.tsx'
import { ShareReportModal } from './share-report-modal.tsx'

const rename = 'POST /v1/api/dynamic-report/rename-own-report'
const save = 'POST /v1/api/dynamic-report/save-own-report'
const findGroups = 'GET /v1/api/dynamic-report/find-groups'
const report: OwnReport = {
  id: '2f1f0a38-4e7b-4b39-8d7e-38f4c9d3ab01',
  name: 'Gains',
  dataset: 'positions',
  isOwn: true,
  ownerName: 'Mara Voss',
  groups: [],
  savedAt: 1,
}
const content: OwnReportContent = {
  dataset: 'positions',
  filter: [],
  columns: ['symbol'],
  conditions: [],
  groupBy: [],
  sums: [],
  orderBy: [],
}
const board = { id: '6e0b4a5e-0000-4000-8000-000000000001', name: 'Club board' }

beforeEach(() => signIn())

describe('a taken name is refused at its field, and the modal stays open', () => {
  test.each([
    ['renaming', rename, (onClose: () => void) => <RenameReportModal report={report} onClose={onClose} />],
    [
      'saving',
      save,
      (onClose: () => void) => (
        <SaveReportModal kept={undefined} suggested="" content={content} onClose={onClose} onSaved={onClose} />
      ),
    ],
  ] as const)('%s', async (_what, call, element) => {
    answers({ [call]: refused('ownReportName', { name: 'Winners' }) })
    const onClose = vi.fn<() => void>()
    const { user } = await render(element(onClose))
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    await user.type(name, ' by year')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(name).toHaveAccessibleDescription(/^A report named Winners already exists\./))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('sharing', () => {
  test('asks before a changed choice of groups is lost by Esc', async () => {
    answers({ [findGroups]: [board] })
    const onClose = vi.fn<() => void>()
    const { user } = await render(<ShareReportModal report={report} onClose={onClose} />)
    await user.click(await screen.findByRole('checkbox', { name: 'Club board' }))
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('checkbox', { name: 'Club board' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(sentTo('POST /v1/api/dynamic-report/share-own-report')).toEqual([])
  })

  test('needs a group, and says who adds one', async () => {
    answers({ [findGroups]: [] })
    await render(<ShareReportModal report={report} onClose={() => undefined} />)
    expect(await screen.findByText(/Ask an administrator to add you to one\./)).toBeInTheDocument()
  })
})
