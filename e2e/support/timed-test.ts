// Playwright's test, which is skipped when it has not begun by the run's deadline (`scripts/test-run/deadline.mjs`).
import { test as base } from '@playwright/test'
import { isTimeOver, notBegun } from '../../scripts/test-run/deadline.mjs'

export { expect } from '@playwright/test'

export const test = base.extend<{ readonly timeIsLeft: undefined }>({
  timeIsLeft: [
    // Playwright reads the names of the fixtures from the first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, testInfo) => {
      testInfo.skip(isTimeOver(), notBegun)
      await use(undefined)
    },
    { auto: true },
  ],
})
