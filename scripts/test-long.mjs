// `npm run test:long`: what takes too long for every change. Real price files, programs that are killed, several processes, and each
// property of random input with many more runs. Its last line is the sum over all: `N passed, N failed`.
import { fileURLToPath } from 'node:url'
import { buildStep, journeysStep, programsStep, unitStep } from './test-run/test-steps.mjs'
import { runGroups } from './test-run/run-groups.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.env['TEST_TIER'] = 'long'

await runGroups(root, [[programsStep(root)], [buildStep(root)], [unitStep(root, 'long unit and API tests')], [journeysStep(root, 'long browser journeys')]])
