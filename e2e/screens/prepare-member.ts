// Brings the home of a member into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'

export async function showMyFund(page: Page): Promise<void> {
  // A table on desktops, a list on phones.
  const entries = page.getByRole('table', { name: 'My entries' }).locator('tbody tr')
  await entries
    .or(page.getByRole('list', { name: 'My entries' }).getByRole('listitem'))
    .first()
    .waitFor()
  await page.getByRole('region', { name: 'Value over time' }).locator('canvas').first().waitFor()
}

export const otherMemberIds = ['2f6f4a55-6c1c-4f0a-8b77-5b3f5d0b7e02', '2f6f4a55-6c1c-4f0a-8b77-5b3f5d0b7e03'] as const

/** Shows the member's part as `change` has it, and others beside it. */
async function answerParticipations(
  page: Page,
  change: (own: Record<string, unknown>) => readonly Record<string, unknown>[],
): Promise<void> {
  // Asked once, so that no answer is awaited when the page closes.
  let changed: readonly Record<string, unknown>[] | undefined
  await page.route('**/find-my-participations', async (route) => {
    if (changed === undefined) {
      const response = await route.fetch()
      const [own]: Record<string, unknown>[] = await response.json()
      changed = change(own ?? {})
    }
    await route.fulfill({ json: changed })
  })
  await page.reload()
}

export async function showSeveralFunds(page: Page): Promise<void> {
  await answerParticipations(page, (own) => [
    own,
    { ...own, memberId: otherMemberIds[0], fund: 'Harbour Investment Club', since: '2026-01-12' },
    { ...own, memberId: otherMemberIds[1], fund: 'Fund of Jon Vale', isNew: true, since: null },
  ])
  await page.getByRole('button', { name: /^Harbour Investment Club/ }).waitFor()
  await showMyFund(page)
}

export async function showFundLeft(page: Page): Promise<void> {
  await answerParticipations(page, (own) => [
    { ...own, value: '0.00', amount: '-2769.89', units: '0.00000000', participationPercent: 0, until: own['asOf'] },
  ])
  await page.getByText(/these are your final figures/).waitFor()
  await showMyFund(page)
}

export async function showInvitation(page: Page): Promise<void> {
  await answerParticipations(page, (own) => [{ ...own, isNew: true, since: null }])
  await page.getByText(/Ask to pay in below/).waitFor()
}

export async function openOwnStatement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Statement' }).first().click()
  await page.getByRole('dialog').getByText('Closing balance').waitFor()
}

/** The lower part of a statement. */
export async function openOwnEarnings(page: Page): Promise<void> {
  await openOwnStatement(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'What earned your money' }).scrollIntoViewIfNeeded()
}
