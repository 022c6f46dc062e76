// Webhooks: addresses of own programs that events are posted to. Made here; their secrets are shown once.
// Source: docs/rules/access.md, "Webhooks".
import { webhookEvents, type Webhook } from '@clubfolio/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { describeAccounts } from './describe-token.ts'
import { MadeTokenModal } from './made-token-modal.tsx'
import { PasswordModal } from './password-modal.tsx'
import classes from './profile.module.css'
import { useDeleteWebhook, useMyWebhooks, useRotateSecret, useSaveWebhook } from './webhook-api.ts'
import { WebhookLogModal } from './webhook-log-modal.tsx'
import { WebhookModal } from './webhook-modal.tsx'

const shownCharacters = 40

type Opened =
  | { readonly kind: 'NEW' }
  | { readonly kind: 'CHANGE' | 'LOG' | 'ROTATE'; readonly webhook: Webhook }
  | { readonly kind: 'SECRET'; readonly secret: string }

const eventsText = ({ events }: Webhook): string => events.map((event) => webhookEvents[event]).join(', ')

function stateWords({ state, failingSince }: Webhook) {
  if (state === 'PAUSED') return <Chip tone="neutral">Paused</Chip>
  if (state !== 'ACTIVE') return <Chip tone="loss">{state === 'GONE' ? 'Gone' : 'Failed'}</Chip>
  return failingSince === null ? <Chip tone="profit">Active</Chip> : <Chip tone="warn">Failing</Chip>
}

const columnsOf = (open: (opened: Opened) => void): readonly Column<Webhook>[] => [
  textColumn<Webhook>({ id: 'name', header: 'Name', value: (row) => row.name, isCode: true }),
  {
    id: 'state',
    header: 'State',
    width: 110,
    text: (row) => row.reason ?? row.state,
    sortValue: (row) => row.state,
    render: stateWords,
  },
  textColumn<Webhook>({
    id: 'url',
    header: 'Address',
    value: (row) => row.url,
    render: (row) => <CutText text={row.url} characters={shownCharacters} />,
  }),
  textColumn<Webhook>({
    id: 'events',
    header: 'Events',
    value: eventsText,
    render: (row) => <CutText text={eventsText(row)} characters={shownCharacters} />,
  }),
  textColumn<Webhook>({ id: 'accounts', header: 'Accounts', value: (row) => describeAccounts(row.accounts) }),
  instantColumn<Webhook>({ id: 'last', header: 'Last attempt', value: (row) => row.lastAttemptAt }),
  textColumn<Webhook>({ id: 'reason', header: 'Reason', value: (row) => row.reason }),
  {
    id: 'actions',
    header: 'Action',
    align: 'right',
    width: 110,
    isFixed: true,
    isAction: true,
    render: (row) => <Actions webhook={row} open={open} />,
  },
]

export function WebhookPanel() {
  const webhooks = useMyWebhooks()
  const rotate = useRotateSecret()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const view = useTableView({ columns: columnsOf(setOpened), rows: webhooks.data, rowId: (row) => row.id })
  const failure = failureOf(webhooks, 'Your webhooks could not be read')
  return (
    <Panel
      title="Webhooks"
      isRefreshing={webhooks.isFetching && !webhooks.isPending}
      controls={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened({ kind: 'NEW' })}
        >
          New webhook
        </Button>
      }
    >
      <DataTable
        view={view}
        label="Webhooks"
        empty={
          <EmptyState
            title="No webhooks"
            words="A webhook sends events to a program of yours. Create one with New webhook."
          />
        }
        failure={failure}
        skeletonRows={1}
      />
      {opened?.kind === 'NEW' || opened?.kind === 'CHANGE' ? (
        <WebhookModal
          {...(opened.kind === 'CHANGE' ? { webhook: opened.webhook } : {})}
          onMade={(secret) => setOpened({ kind: 'SECRET', secret })}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'LOG' ? <WebhookLogModal webhook={opened.webhook} onClose={close} /> : null}
      {opened?.kind === 'ROTATE' ? (
        <PasswordModal
          title="New secret"
          subject={opened.webhook.name}
          text="For a day the old secret signs beside the new one. Give the new one to your program in that time."
          submit="Create secret"
          isSubmitting={rotate.isPending}
          onSubmit={async (password) => {
            const { secret } = await rotate.mutateAsync({ id: opened.webhook.id, password })
            setOpened({ kind: 'SECRET', secret })
          }}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'SECRET' ? (
        <MadeTokenModal token={opened.secret} title="Secret of your webhook" label="Secret" onClose={close} />
      ) : null}
    </Panel>
  )
}

function Actions({ webhook, open }: { readonly webhook: Webhook; readonly open: (opened: Opened) => void }) {
  const remove = useDeleteWebhook()
  const save = useSaveWebhook({ isInForm: false })
  const { id, name, events, accounts, state } = webhook
  const isActive = state === 'ACTIVE'
  const ask = async () => {
    const isSure = await confirm({
      question: `Delete ${name}?`,
      consequence: 'Events are no longer sent to it, and its delivery log is deleted.',
      accept: 'Delete',
      isDanger: true,
    })
    if (isSure) remove.mutate(webhook)
  }
  const turn = () =>
    save.mutate({ id, name, events, accountIds: accounts?.map((one) => one.id) ?? null, isPaused: isActive })
  const ChangeState = isActive ? IconPlayerPause : IconPlayerPlay
  return (
    <span className={classes['actions']}>
      <Button size="xs" variant="default" onClick={() => open({ kind: 'LOG', webhook })} aria-label={`Log of ${name}`}>
        Log
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${name}`}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={14} stroke={1.6} />}
            onClick={() => open({ kind: 'CHANGE', webhook })}
          >
            Change
          </Menu.Item>
          <Menu.Item leftSection={<ChangeState size={14} stroke={1.6} />} onClick={turn}>
            {isActive ? 'Pause' : 'Resume'}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={14} stroke={1.6} />} onClick={() => open({ kind: 'ROTATE', webhook })}>
            New secret
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="loss" leftSection={<IconTrash size={14} stroke={1.6} />} onClick={() => void ask()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
