// The report renderer with threads that run the unmodified sources.
import { programFile } from '@clubfolio/domain/testing/program-file'
import { createReportRenderer, type ReportRenderer } from '../features/report-delivery/report-renderer.ts'

/**
 * Its threads start from JavaScript that is written once per run of Vitest: from TypeScript each would first load a
 * compiler, as it does in benchmarks and campaigns.
 */
export const createTestRenderer = (): ReportRenderer =>
  process.env['CLUBFOLIO_TEST_PROGRAMS'] === undefined
    ? createReportRenderer()
    : createReportRenderer(programFile('server', 'features/report-delivery/render-thread.ts'))
