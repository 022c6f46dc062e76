// The question of the session's last minute: stay or leave. Source: docs/rules/access.md, "Session".
import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { signOut } from '../../kernel/sign-out.ts'
import { Modal } from '../../ui/modal.tsx'
import { staySignedIn } from './session-keeper.ts'

export function StayQuestion({ expireMs }: { readonly expireMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now)
  const [isFinal, setFinal] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const stay = () => {
    staySignedIn().then(
      (isLonger) => setFinal(!isLonger),
      () => setFinal(true),
    )
  }
  const leftSeconds = Math.max(0, Math.ceil((expireMs - nowMs) / 1_000))
  return (
    <Modal
      isOpen
      onClose={stay}
      title="Are you still there?"
      icon={IconClockExclamation}
      foot={
        <>
          <Button variant="default" onClick={signOut}>
            Logout
          </Button>
          <Button onClick={stay} data-autofocus disabled={isFinal}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        {isFinal
          ? `This session has reached its longest time. It ends in ${leftSeconds} seconds; please sign in again ` +
            'after that.'
          : `Your session ends in ${leftSeconds} seconds.`}
      </p>
    </Modal>
  )
}
