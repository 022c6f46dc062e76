// Source: docs/rules/trading.md, "Static reports".
import type { Account, ReportListItem } from '@clubfolio/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { StaticReportScreen } from './static-report-screen.tsx'

const list = 'GET /v1/api/static-report/get-static-report'
const details = 'GET /v1/api/static-report/get-static-report-details-by-id/{id}'
const accounts = 'GET /v1/api/account/view-my-account/{userId}'
const unanswered = () => new Promise<never>(() => undefined)
const report = (id: string, name: string, category: string): ReportListItem => ({ id, name, category, description: '' })

beforeEach(() => signIn())

describe('the search of the list', () => {
  const search = () => screen.getByRole('textbox', { name: 'Search reports' })
  const openList = async () => {
    answers({
      [accounts]: [sampleAccount()],
      [list]: [report('orders', 'Orders', 'Account'), report('fees', 'Fees', 'Fund'), report('lots', 'Lots', 'Fund')],
      [details]: unanswered,
    })
    const page = await render(<StaticReportScreen />, { at: '/static-report' })
    await screen.findByRole('button', { name: 'Orders' })
    return page
  }

  test('opens the first match by Enter', async () => {
    const { user, address } = await openList()
    await user.type(search(), 'fund{Enter}')
    await waitFor(() => expect(address()).toBe('/static-report?report=fees'))
  })

  test('opens nothing by Enter while it is empty, and when nothing matches', async () => {
    const { user, address } = await openList()
    await user.type(search(), ' {Enter}')
    await user.type(search(), 'nosuch{Enter}')
    expect(await screen.findByText('No report found')).toBeInTheDocument()
    expect(address()).toBe('/static-report')
  })
})

test('a report is read only once the account in view is known, with a placeholder until then', async () => {
  let know: (known: Account[]) => void = () => undefined
  const asked: string[] = []
  answers({
    [accounts]: () => new Promise<Account[]>((resolve) => (know = resolve)),
    [details]: ({ params }) => {
      asked.push(params.id)
      return unanswered()
    },
  })
  await render(<StaticReportScreen />, { at: '/static-report?report=lots' })
  expect(await screen.findByRole('heading', { name: 'Static Report' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Back to the list' })).toBeInTheDocument()
  expect(screen.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true')
  expect(asked).toEqual([])
  act(() => know([sampleAccount()]))
  await waitFor(() => expect(asked).toEqual(['lots']))
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
})
