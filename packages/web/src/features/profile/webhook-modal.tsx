// Makes a webhook, or changes one: which events of which accounts. The address of a webhook stays.
import { webhookEvents, webhookRoutes, type Webhook, type WebhookEvent } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { PasswordInput, TextInput } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { AccountChoice } from './account-choice.tsx'
import { Fault } from './fault.tsx'
import classes from './profile.module.css'
import { useCreateWebhook, useMyWebhooks, useSaveWebhook } from './webhook-api.ts'

interface WebhookValues {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly isForAllAccounts: boolean
  readonly accountIds: readonly string[]
  readonly password: string
}

const choices = keysOf(webhookEvents).map((key) => ({ key, value: webhookEvents[key] }))

const toInput = ({ isForAllAccounts, accountIds, events, ...values }: WebhookValues) => ({
  ...values,
  events: [...events],
  accountIds: isForAllAccounts ? null : [...accountIds],
})

export interface WebhookModalProps {
  /** The one to be changed; without it a new one is made. */
  readonly webhook?: Webhook
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

export function WebhookModal({ webhook, onMade, onClose }: WebhookModalProps) {
  const create = useCreateWebhook()
  const save = useSaveWebhook({ isInForm: true })
  const current = useMyWebhooks().data?.find(({ id }) => id === webhook?.id) ?? webhook
  const toBody = (values: WebhookValues) => {
    const { name, events, accountIds } = toInput(values)
    return { id: webhook?.id ?? '', name, events, accountIds, isPaused: current?.state !== 'ACTIVE' }
  }
  const form = useCheckedForm<WebhookValues>({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? choices.map(({ key }) => key),
      isForAllAccounts: webhook === undefined || webhook.accounts === null,
      accountIds: webhook?.accounts?.map(({ id }) => id) ?? [],
      password: '',
    },
    schema: webhook ? webhookRoutes.saveWebhook.body : webhookRoutes.createWebhook.body,
    toInput: webhook ? toBody : toInput,
    refusalFields: { wrongPassword: 'password' },
  })
  const { values } = form
  const submit = form.submit(async (filled) => {
    if (webhook) {
      await save.mutateAsync(toBody(filled))
      onClose()
    } else onMade((await create.mutateAsync(toInput(filled))).secret)
  })
  return (
    <FormModal
      title={webhook ? 'Change webhook' : 'New webhook'}
      icon={IconWebhook}
      size="medium"
      submit={webhook ? 'Save' : 'Create webhook'}
      openCount={form.openCount}
      isSubmitting={create.isPending || save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onIncomplete={() => form.leave(...form.openNames)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="What receives it"
        autoComplete="off"
        data-autofocus
        {...form.textField('name')}
      />
      {webhook ? (
        <p className={classes['now']}>{webhook.url}</p>
      ) : (
        <TextInput
          label="Address"
          placeholder="https://example.com/hooks/clubfolio"
          autoComplete="off"
          inputMode="url"
          {...form.textField('url')}
        />
      )}
      <div>
        <MultiSelect
          label="Events"
          choices={choices}
          selected={values.events}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        <Fault text={form.errorOf('events')} />
      </div>
      <AccountChoice
        chosen={values}
        error={form.errorOf('accountIds')}
        onAll={(isForAll) => form.setFieldValue('isForAllAccounts', isForAll)}
        onAccounts={(ids) => form.setFieldValue('accountIds', ids)}
      />
      <p className={classes['note']}>
        {values.isForAllAccounts
          ? 'It gets what you may read yourself when an event is sent.'
          : 'It gets what you may read of these accounts when an event is sent, and no alerts.'}
      </p>
      {webhook ? null : (
        <PasswordInput label="Your password" autoComplete="current-password" {...form.textField('password')} />
      )}
    </FormModal>
  )
}
