// A Vitest reporter that writes counts and times as JSON to the file named by UNIT_REPORT_FILE. Vitest's own JSON omits
// why a test was skipped; here every skipped and failed test has its reason, and every error outside of a test counts
// as a failure.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

export default class UnitReport {
  onTestRunEnd(/** @type {readonly any[]} */ modules, /** @type {readonly unknown[]} */ unhandledErrors) {
    let passed = 0
    const skipped = []
    const times = []
    const broken = unhandledErrors.map((error) => ({ name: 'outside of any test', reason: messageOf(error) }))
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      times.push({ name: file, importMs: collectDuration + setupDuration, testMs: duration })
      const brokenHere = []
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result()
        const name = `${file} ${test.fullName}`
        if (state === 'passed') passed += 1
        else if (state === 'skipped') skipped.push({ name, reason: note ?? reasonIn(name, test.options.mode) })
        // A test without an outcome was cut off.
        else brokenHere.push({ name, reason: messageOf(errors?.[0] ?? 'cut off before its end') })
      }
      // A file that could not be loaded, or whose hook failed, has no failed test of its own.
      if (brokenHere.length === 0 && module.state() === 'failed')
        brokenHere.push({ name: file, reason: messageOf(firstErrorIn(module)) })
      broken.push(...brokenHere)
    }
    const path = process.env['UNIT_REPORT_FILE']
    if (path) writeFileSync(path, JSON.stringify({ passed, failed: broken.length, skipped, broken, times }))
  }
}

/** A test that is skipped before it starts has no note: its name says why, as in "a pair (skipped: it takes no pairs)". */
function reasonIn(/** @type {string} */ name, /** @type {string | undefined} */ mode) {
  return /\(skipped: (.+)\)/.exec(name)?.[1] ?? (mode === 'todo' ? 'not written yet' : 'no reason given')
}

/** Returns the error of the file itself, or of the first group whose hook failed. */
function firstErrorIn(/** @type {any} */ module) {
  for (const part of [module, ...module.children.allSuites()]) {
    const [error] = part.errors()
    if (error) return error
  }
  return 'the file failed without a word'
}

function messageOf(/** @type {any} */ error) {
  return String(error?.message ?? error)
}
