// Links the account of a key pair that its owner generates at the brokerage, or renews the access to it. The secret is
// sent once and kept on the server, sealed.
import { BrokerKeyPair } from '@clubfolio/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { accountName } from './account-label.ts'
import classes from './account.module.css'
import { useLinkByKeys, type LinkTarget } from './api.ts'

export interface KeyPairModalProps {
  readonly target: LinkTarget
  readonly onClose: () => void
}

export function KeyPairModal({ target, onClose }: KeyPairModalProps) {
  const link = useLinkByKeys()
  const isRenewal = 'renewing' in target
  const title = isRenewal ? target.renewing.brokerName : target.brokerage.title
  const form = useCheckedForm({
    initialValues: { keyId: '', secret: '' },
    schema: BrokerKeyPair,
    refusalFields: { keyPairRefused: 'secret' },
  })
  return (
    <FormModal
      title={isRenewal ? 'Renew access' : 'Link an account'}
      subject={isRenewal ? accountName(target.renewing) : title}
      icon={IconKey}
      submit={isRenewal ? 'Renew' : 'Link'}
      openCount={form.openCount}
      isSubmitting={link.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.submit(async (keyPair) => {
        const { message } = await link.mutateAsync({ target, keyPair })
        showToast({ tone: 'success', title: 'Success', message })
        onClose()
      })}
    >
      <p className={classes['keyNote']}>
        At {title} open Home, API keys, and generate a pair for the account that you want to link. The access lasts
        until you delete the keys there.
      </p>
      <TextInput label="Key ID" withAsterisk data-autofocus autoComplete="off" {...form.textField('keyId')} />
      <PasswordInput
        label="Secret key"
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the secret key' }}
        {...form.textField('secret')}
      />
    </FormModal>
  )
}
