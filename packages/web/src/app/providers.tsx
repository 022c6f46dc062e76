// Providers and hosts around every page: theme, query cache, toasts, the confirmation dialog.
import '@fontsource-variable/ibm-plex-sans/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import './theme/decorative-icons.ts'
import './theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmFactorHost } from '../features/confirm-factor/confirm-factor-host.tsx'
import { queryClient } from '../kernel/query-client.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { cookieColorScheme } from './theme/color-scheme.ts'
import { resolveCssVariables } from './theme/css-variables.ts'
import { theme } from './theme/theme.ts'

const colorSchemeManager = cookieColorScheme()

export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={resolveCssVariables}
    >
      <QueryClientProvider client={queryClient}>
        {children}
        <ConfirmFactorHost />
        <ConfirmHost />
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}
