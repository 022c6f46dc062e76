// For a user who has no sign-in method of their own although a group of theirs requires one: they add the first one
// here, keep their recovery codes, and go on where they were.
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { describePasskeyObstacle } from '../../kernel/passkey.ts'
import { useSessionUser } from '../../kernel/session.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Modal } from '../../ui/modal.tsx'
import { AuthenticatorModal } from '../profile/authenticator-modal.tsx'
import { PasskeyModal } from '../profile/passkey-modal.tsx'
import { RecoveryCodesModal } from '../profile/recovery-codes-modal.tsx'
import { useMakeRecoveryCodes } from '../profile/sign-in-method-api.ts'
import classes from './confirm-factor.module.css'

type Step =
  | { readonly what: 'choose' | 'passkey' | 'authenticator' }
  | { readonly what: 'codes'; readonly codes: readonly string[] }

export function AddMethodDialog({ onAnswer }: { readonly onAnswer: (isConfirmed: boolean) => void }) {
  const [step, setStep] = useState<Step>({ what: 'choose' })
  const user = useSessionUser()
  const make = useMakeRecoveryCodes()
  const choose = () => setStep({ what: 'choose' })
  const done = () => onAnswer(true)
  const showCodes = async (password: string) => {
    try {
      const { codes } = await make.mutateAsync(password)
      setStep({ what: 'codes', codes })
    } catch {
      // The method is there, and the profile offers the codes.
      done()
    }
  }
  const added = (password: string) => void showCodes(password)
  if (step.what === 'passkey') return <PasskeyModal onClose={choose} onAdded={added} />
  if (step.what === 'authenticator') return <AuthenticatorModal onClose={choose} onAdded={added} />
  if (step.what === 'codes') return <RecoveryCodesModal codes={step.codes} email={user?.email ?? ''} onClose={done} />
  return (
    <Modal
      isOpen
      onClose={() => onAnswer(false)}
      title="Add a sign-in method"
      icon={IconShieldCheck}
      foot={
        <div className={classes['foot']}>
          <Button variant="default" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <DisabledReason reason={describePasskeyObstacle()}>
            <Button variant="default" onClick={() => setStep({ what: 'passkey' })}>
              Add passkey
            </Button>
          </DisabledReason>
          <Button data-autofocus onClick={() => setStep({ what: 'authenticator' })}>
            Add authenticator app
          </Button>
        </div>
      }
    >
      <p>One of your groups requires a passkey or an authenticator app. Add one now to continue where you left off.</p>
    </Modal>
  )
}
