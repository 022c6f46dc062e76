// Members and Account Mapping, by what a person sees on them.
import { expect, type Locator, type Page } from '@playwright/test'

export interface NewEntryFields {
  readonly member: { readonly search: string; readonly shown: string }
  readonly amount: string
  readonly description: string
  readonly isRetribution?: boolean
  /** Presses "New money" where the form asks on the opening day. */
  readonly isNewMoney?: boolean
  /** As the calendar names it: `10 March 2026`; without one the market day stays. */
  readonly date?: string
}

export interface FundScreen {
  readonly participations: Locator
  readonly dialog: Locator
  addMember(fields: { firstName: string; lastName: string; phone: string; email?: string }): Promise<void>
  /** Fills New Participation and presses Create; the caller checks the result. */
  record(fields: NewEntryFields): Promise<void>
  /**
   * The table's cells by row, without the triangles: `['Ann Keller', '$25,000.00', '25.00%', '$0.00', '$25,000.00']`.
   */
  rows(): Promise<string[][]>
  figure(label: string): Promise<string>
}

export function fundScreen(page: Page): FundScreen {
  const participations = page.getByRole('table', { name: 'Participations' })
  const dialog = page.getByRole('dialog')
  return {
    participations,
    dialog,
    async addMember({ firstName, lastName, phone, email = '' }) {
      await page.getByRole('button', { name: 'Add member' }).first().click()
      await dialog.getByLabel('First name').fill(firstName)
      await dialog.getByLabel('Last name').fill(lastName)
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Phone').fill(phone)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`${firstName} ${lastName} is now a member.`)).toBeVisible()
      await expect(dialog).toHaveCount(0)
    },
    async record({ member, amount, description, isRetribution = false, isNewMoney = false, date }) {
      await page.getByRole('button', { name: 'New Participation' }).first().click()
      await dialog.getByLabel('Member').fill(member.search)
      await page.getByRole('option', { name: member.shown }).click()
      await dialog.getByLabel('Amount').fill(amount)
      if (isRetribution) await dialog.getByText('Retrib', { exact: true }).click()
      if (isNewMoney) await dialog.getByText('New money', { exact: true }).click()
      if (date) {
        await dialog.getByRole('button', { name: 'Date' }).click()
        await page.getByRole('button', { name: date, exact: true }).click()
      }
      await dialog.getByLabel('Description').fill(description)
      await dialog.getByRole('button', { name: 'Create' }).click()
    },
    rows: async () => {
      const cells = await participations
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())))
      return cells
    },
    figure: async (label) =>
      (
        await page
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${label}$`) })
          .locator('xpath=following-sibling::dd')
          .innerText()
      ).trim(),
  }
}
