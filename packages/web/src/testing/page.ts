// The page that component tests run in: like main.ts it wires the modules of the kernel once, and each test starts with
// nobody signed in and nothing on the screen.
import '../kernel/configure-zod.ts'
import { configure } from '@testing-library/react'
import { closeMenusByEscape } from '../app/menu-keys.ts'
import { api } from '../kernel/api.ts'
import { dismissEffect, loadEffects, shownEffects, watchEffects } from '../kernel/effect/pending-effects.ts'
import { forgetUserAtEnd } from '../kernel/forget-user.ts'
import { queryClient } from '../kernel/query-client.ts'
import { session } from '../kernel/session.ts'
import { forgetUser } from '../kernel/store.ts'
import { dropQuestions } from '../ui/confirm.tsx'
import { clearToasts } from '../ui/toast.tsx'
import { discardUnsaved } from '../ui/unsaved-work.ts'
import { answerCall } from './answers.ts'
import { FileRequest } from './file-request.ts'

// A part of the page that loads its code takes longer on a busy machine than the default of one second.
configure({ asyncUtilTimeout: 10_000 })

/** Users who prefer reduced motion see no transitions, so that a dialog is on the screen or not. */
const answerMedia = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: query.includes('prefers-reduced-motion: reduce') || query.includes('(hover: hover)'),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

window.matchMedia = answerMedia
// Without layout every element is 0 pixels wide, and what opens next to such an element counts as scrolled away.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
Object.defineProperties(document.documentElement, { clientWidth: { value: 1_280 }, clientHeight: { value: 800 } })
// A text area that grows measures itself again when a font has loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
// Effects run alone among the tabs of a browser; here is only one.
Object.defineProperty(navigator, 'locks', { value: { request: (_name: string, work: () => unknown) => work() } })

forgetUserAtEnd()
closeMenusByEscape()
watchEffects(api)
await loadEffects()

export function openPage(): void {
  // A test may replace it.
  globalThis.fetch = answerCall
  Object.assign(globalThis, { XMLHttpRequest: FileRequest })
}

export function leavePage(): void {
  for (const { entry } of shownEffects.get()) dismissEffect(entry.key)
  session.end('logout')
  localStorage.clear()
  sessionStorage.clear()
  forgetUser()
  queryClient.clear()
  dropQuestions()
  clearToasts()
  discardUnsaved()
}
