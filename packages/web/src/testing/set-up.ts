// Prepares each file of component tests (`*.test.tsx`): the parts of a browser that the DOM of the tests lacks, and a
// clean page after each test.
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { forgetAnswers, reportProblems } from './answers.ts'
import { leavePage, openPage } from './page.ts'

beforeEach(openPage)

afterEach(() => {
  cleanup()
  leavePage()
  try {
    reportProblems()
  } finally {
    forgetAnswers()
  }
})
