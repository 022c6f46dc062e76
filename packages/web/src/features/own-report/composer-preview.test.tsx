// The preview of a composed report while its next order or page loads: header, pager and rows agree.
import type { OwnReportContent, RouteReply, ownReportRoutes } from '@clubfolio/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleColumn } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { ComposerPreview } from './composer-preview.tsx'

type Preview = RouteReply<typeof ownReportRoutes.run>

const run = 'POST /v1/api/dynamic-report/run'
const previewOf = (code: string): Preview => ({
  column: [sampleColumn('code', 'Code'), sampleColumn('side', 'Side')],
  data: [{ code, side: 'LONG' }],
  total: 120,
  totals: null,
  basis: 'As recorded',
  currency: 'USD',
})
const content: OwnReportContent = {
  dataset: 'lots',
  filter: [],
  columns: ['code', 'side'],
  conditions: [],
  groupBy: [],
  sums: [],
  orderBy: [{ column: 'code', direction: 'ASC' }],
  graph: null,
}

function Preview() {
  const [orderBy, setOrderBy] = useState(content.orderBy)
  const [start, setStart] = useState(0)
  return (
    <ComposerPreview
      content={{ ...content, orderBy }}
      fault={undefined}
      start={start}
      onMove={setStart}
      onOrder={(order) => setOrderBy([order])}
    />
  )
}

beforeEach(() => signIn())

test('a new order has its arrow, and another page its range, when the rows are there and not before', async () => {
  answers({ [run]: previewOf('AAA') })
  const { user } = await render(<Preview />)
  await screen.findByText('AAA')
  let answer: (preview: Preview) => void = () => undefined
  answers({
    [run]: () =>
      new Promise<Preview>((resolve) => {
        answer = resolve
      }),
  })
  const header = (name: string) => screen.getByRole('columnheader', { name })
  await user.click(within(header('Side')).getByRole('button'))
  await waitFor(() => expect(sentTo(run)).toHaveLength(2))
  expect(header('Code')).toHaveAttribute('aria-sort', 'ascending')
  expect(header('Side')).not.toHaveAttribute('aria-sort')
  act(() => answer(previewOf('BBB')))
  await screen.findByText('BBB')
  expect(header('Side')).toHaveAttribute('aria-sort', 'ascending')

  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(sentTo(run)).toHaveLength(3))
  expect(screen.getByText(/^1–50 of/)).toBeVisible()
  act(() => answer(previewOf('CCC')))
  await screen.findByText('CCC')
  expect(screen.getByText(/^51–100 of/)).toBeVisible()
})
