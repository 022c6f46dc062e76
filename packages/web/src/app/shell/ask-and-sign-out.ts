// Logout requested by the user: asks first when there is unsaved work, and when changes of charts could not be sent.
import { chartDrafts, saveOpenCharts } from '../../kernel/chart-drafts.ts'
import { session } from '../../kernel/session.ts'
import { signOut } from '../../kernel/sign-out.ts'
import { confirm } from '../../ui/confirm.tsx'
import { confirmLeave } from '../../ui/unsaved-work.ts'

export async function askAndSignOut(): Promise<void> {
  if (!(await confirmLeave())) return
  await saveOpenCharts()
  const symbols = [...new Set(chartDrafts.list(session.user()?.id ?? '').map(({ symbol }) => symbol))]
  const isAccepted =
    symbols.length === 0 ||
    (await confirm({
      question: 'Do you want to sign out?',
      consequence:
        `Changes of ${symbols.length === 1 ? 'the chart' : 'the charts'} ${symbols.join(', ')} were not sent yet. ` +
        'Signing out deletes them from this device.',
      accept: 'Sign out',
      cancel: 'Stay signed in',
      isDanger: true,
    }))
  if (isAccepted) signOut()
}
