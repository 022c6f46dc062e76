// Says that a new version of the application waits. It is loaded when the user wishes it, and unsaved work is asked
// about before.
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useStore } from '../../kernel/store.ts'
import { confirmLeave } from '../../ui/unsaved-work.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { reloadWith, waitingWorker } from '../worker-registration.ts'

export function NewVersionBar() {
  const worker = useStore(waitingWorker)
  if (!worker) return null
  const reload = async () => {
    if (await confirmLeave()) reloadWith(worker)
  }
  return (
    <WarningBar
      icon={IconRefresh}
      action={
        <Button size="xs" variant="default" onClick={() => void reload()}>
          Reload
        </Button>
      }
    >
      A new version of Clubfolio is ready.
    </WarningBar>
  )
}
