// A reporter for vitest that writes the counts as JSON to the file UNIT_REPORT_FILE names. Vitest's own JSON leaves out why a
// test was skipped; here every skipped test comes with its reason, and every error outside of a test counts as a failure.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

export default class UnitReport {
  onTestRunEnd(/** @type {readonly any[]} */ modules, /** @type {readonly unknown[]} */ unhandledErrors) {
    let passed = 0
    let failed = unhandledErrors.length
    const skipped = []
    for (const module of modules) {
      let failedHere = 0
      for (const test of module.children.allTests()) {
        const { state, note } = test.result()
        const name = `${relative(process.cwd(), module.moduleId)} ${test.fullName}`
        if (state === 'passed') passed += 1
        else if (state === 'skipped') skipped.push({ name, reason: note ?? (test.options.mode === 'todo' ? 'not written yet' : 'no reason given') })
        // A test without an outcome was cut off.
        else failedHere += 1
      }
      // A file that could not be loaded, or a hook that broke, has no failed test of its own.
      if (failedHere === 0 && module.state() === 'failed') failedHere = 1
      failed += failedHere
    }
    const path = process.env['UNIT_REPORT_FILE']
    if (path) writeFileSync(path, JSON.stringify({ passed, failed, skipped }))
  }
}
