// Entry point of the browser application.
import './kernel/configure-zod.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerPaletteSources } from './app/palette-sources.ts'
import { closeMenusByEscape } from './app/menu-keys.ts'
import { openPushed } from './app/open-pushed.ts'
import { installPrintStyles } from './app/print-pages.ts'
import { Providers } from './app/providers.tsx'
import { replacePageForAnotherUser } from './app/replace-page.ts'
import { router } from './app/router.tsx'
import { sendKeptCharts } from './app/send-kept-charts.ts'
import { keepDialogsWhilePaused } from './app/shell/paused-keys.ts'
import { keepSession } from './app/shell/session-keeper.ts'
import { api } from './kernel/api.ts'
import { watchEffects } from './kernel/effect/pending-effects.ts'
import { trimPastes } from './app/trim-pastes.ts'
import { registerWorker } from './app/worker-registration.ts'
import { forgetFiguresAtEnd } from './kernel/figures.ts'
import { forgetUserAtEnd } from './kernel/forget-user.ts'
import { keepPushDevice } from './kernel/keep-push-device.ts'
import { fetchMissingPreference } from './kernel/preference.ts'

forgetUserAtEnd()
forgetFiguresAtEnd()
replacePageForAnotherUser()
keepDialogsWhilePaused()
closeMenusByEscape()
watchEffects(api)
keepSession()
keepPushDevice()
registerPaletteSources()
fetchMissingPreference()
sendKeptCharts()
installPrintStyles()
trimPastes()
registerWorker()
openPushed()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element with the id root')
createRoot(place).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
