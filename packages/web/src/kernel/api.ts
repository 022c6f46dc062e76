// The typed client of this page: same origin, the session's token, every failure reported once. Calls take and return
// application values; see @clubfolio/contract for the table.
import { createClient } from '@clubfolio/contract'
import { runEffect } from './effect/pending-effects.ts'
import { askForFactor } from './factor-question.ts'
import { fetchKeeping, hasLine } from './figures.ts'
import { reportFailure } from './report-failure.ts'
import { sendFile } from './send-file.ts'
import { session } from './session.ts'

export const api = createClient({
  baseUrl: '',
  getToken: session.token,
  getCallerId: session.callerId,
  fetch: fetchKeeping,
  isOnline: hasLine,
  // The service worker stores the files that a start without a line needs.
  hasStoredCode: () => Boolean(navigator.serviceWorker?.controller),
  onFailure: reportFailure,
  sendFile,
  runEffect,
  onFactorNeeded: askForFactor,
})
