// Brings the Income screen into the states that `shots.ts` lists: the demonstration has dividends only, and holds
// nothing that paid twice.
import type { Page } from '@playwright/test'

interface Line {
  readonly code: string | null
  readonly received: string
  readonly kinds: Readonly<Record<string, string>>
}

interface Answer {
  readonly payments: readonly object[]
  readonly lines: readonly Line[]
  readonly total: { readonly received: string; readonly kinds: Readonly<Record<string, string>> }
}

export async function showExpectedIncome(page: Page): Promise<void> {
  // Asked once, so that no answer is awaited when the page closes.
  let changed: object | undefined
  await page.route('**/find-income/**', async (route) => {
    changed ??= withMore((await (await route.fetch()).json()) as Answer)
    await route.fulfill({ json: changed })
  })
  await page.reload()
  await page.getByRole('table', { name: 'Income by month' }).getByText('est.').first().waitFor()
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
}

/** Adds interest, tax withheld, and two shares that are expected to pay again. */
function withMore({ payments, lines, total, ...rest }: Answer): object {
  const [first, second, ...others] = lines
  const expected = [
    ['2026-05-18', first?.code, '60.72', '2025-05-16'],
    ['2026-05-27', second?.code, '47.57', '2025-05-27'],
    ['2026-11-24', first?.code, '60.72', '2025-11-24'],
    ['2026-12-03', second?.code, '47.57', '2025-12-03'],
  ].map(([day, code, amount, restsOn]) => ({ day, kind: 'DIVIDEND', code, amount, restsOn }))
  const more = { kinds: { ...total.kinds, INTEREST: '18.25', TAX: '-9.11' } }
  const taxed = first && {
    ...first,
    received: plus(first.received, '-9.11'),
    kinds: { ...first.kinds, TAX: '-9.11' },
    expected: '121.44',
    noEstimate: null,
  }
  const cash = {
    code: null,
    name: 'Cash',
    detail: null,
    received: '18.25',
    kinds: { ...first?.kinds, DIVIDEND: '0.00', INTEREST: '18.25' },
    yieldOnCost: null,
    yieldOnValue: null,
    expected: null,
    noEstimate: 'NO_INSTRUMENT',
    leftOut: [],
  }
  return {
    ...rest,
    payments: [
      ...payments,
      { day: '2026-02-24', kind: 'TAX', code: first?.code, description: 'Tax withheld', amount: '-9.11' },
      { day: '2026-02-27', kind: 'INTEREST', code: null, description: 'Credit interest', amount: '18.25' },
    ],
    lines: [taxed, { ...second, expected: '95.14', noEstimate: null }, ...others, cash],
    expected,
    total: {
      ...total,
      ...more,
      received: plus(total.received, '9.14'),
      inIncome: plus(total.received, '9.14'),
      expected: '216.58',
    },
  }
}

const plus = (left: string, right: string): string => (Number(left) + Number(right)).toFixed(2)
