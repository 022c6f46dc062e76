// Sign-in methods beside the password: passkeys, authenticator apps, recovery codes, and whether text messages open a
// session. Source: docs/rules/access.md, "Sign-in methods".
import type { SignInMethod, SignInMethods } from '@clubfolio/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { describePasskeyObstacle } from '../../kernel/passkey.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { NameModal } from '../../ui/name-modal.tsx'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { AuthenticatorModal } from './authenticator-modal.tsx'
import { PasskeyModal } from './passkey-modal.tsx'
import { PasswordModal } from './password-modal.tsx'
import classes from './profile.module.css'
import { RecoveryCodesModal } from './recovery-codes-modal.tsx'
import {
  useMakeRecoveryCodes,
  useRemoveMethod,
  useRenameMethod,
  useSignInMethods,
  useSwitchSms,
} from './sign-in-method-api.ts'

const kindWords: Readonly<Record<SignInMethod['kind'], string>> = {
  AUTHENTICATOR: 'Authenticator app',
  PASSKEY: 'Passkey',
}

type Opened =
  | { readonly what: 'authenticator' | 'passkey' | 'codes' | 'sms' }
  | { readonly what: 'rename' | 'remove'; readonly method: SignInMethod }
  | { readonly what: 'shown'; readonly codes: readonly string[] }

export function SignInMethodPanel({ email }: { readonly email: string }) {
  const found = useSignInMethods()
  const [opened, setOpened] = useState<Opened>()
  const make = useMakeRecoveryCodes()
  const close = () => setOpened(undefined)
  const view = useTableView({
    columns: columnsWith((what, method) => setOpened({ what, method })),
    rows: found.data?.methods,
    rowId: (row) => row.id,
  })
  const showNewCodes = async (password: string) => {
    const { codes } = await make.mutateAsync(password)
    setOpened({ what: 'shown', codes })
  }
  const added = (password: string) => {
    close()
    // The first method comes with recovery codes; a failure is shown, and the panel still offers them.
    if (found.data?.recoveryCodesLeft === 0) void showNewCodes(password).catch(() => setOpened({ what: 'codes' }))
  }
  const failure = failureOf(found, 'Your sign-in methods could not be read')
  return (
    <Panel
      title="Sign-in methods"
      isRefreshing={found.isFetching && !found.isPending}
      controls={
        <span className={classes['actions']}>
          <DisabledReason reason={describePasskeyObstacle()}>
            <Button size="xs" variant="default" onClick={() => setOpened({ what: 'passkey' })}>
              Add passkey
            </Button>
          </DisabledReason>
          <Button size="xs" variant="default" onClick={() => setOpened({ what: 'authenticator' })}>
            Add authenticator app
          </Button>
        </span>
      }
    >
      {found.data?.methods.length === 0 ? (
        <p className={classes['none']}>
          After your password you get a code by text message. A passkey or an authenticator app is safer, and needs no
          text message.
        </p>
      ) : (
        <DataTable view={view} label="Sign-in methods" empty={null} failure={failure} skeletonRows={1} />
      )}
      {found.data && found.data.methods.length > 0 ? (
        <StrongPart
          state={found.data}
          onCodes={() => setOpened({ what: 'codes' })}
          onSms={() => setOpened({ what: 'sms' })}
        />
      ) : null}
      {opened?.what === 'authenticator' ? <AuthenticatorModal onClose={close} onAdded={added} /> : null}
      {opened?.what === 'passkey' ? <PasskeyModal onClose={close} onAdded={added} /> : null}
      {opened?.what === 'codes' ? (
        <PasswordModal
          title="Create recovery codes"
          text="You get ten new codes, which are shown once. The codes that you have now no longer work."
          submit="Create codes"
          isSubmitting={make.isPending}
          onSubmit={showNewCodes}
          onClose={close}
        />
      ) : null}
      {opened?.what === 'shown' ? <RecoveryCodesModal codes={opened.codes} email={email} onClose={close} /> : null}
      {opened?.what === 'sms' && found.data ? <SmsModal isOn={found.data.isSmsOn} onClose={close} /> : null}
      {opened?.what === 'rename' ? <RenameModal method={opened.method} onClose={close} /> : null}
      {opened?.what === 'remove' ? (
        <RemoveModal method={opened.method} isLast={found.data?.methods.length === 1} onClose={close} />
      ) : null}
    </Panel>
  )
}

const columnsWith = (open: (what: 'rename' | 'remove', method: SignInMethod) => void): Column<SignInMethod>[] => [
  textColumn<SignInMethod>({ id: 'name', header: 'Name', value: (row) => row.name, isCode: true }),
  textColumn<SignInMethod>({ id: 'kind', header: 'Kind', value: (row) => kindWords[row.kind] }),
  instantColumn<SignInMethod>({ id: 'added', header: 'Added', value: (row) => row.addedAt }),
  instantColumn<SignInMethod>({ id: 'used', header: 'Last used', value: (row) => row.lastUsedAt }),
  {
    id: 'change',
    header: 'Action',
    align: 'right',
    width: 90,
    isFixed: true,
    isAction: true,
    render: (row) => (
      <span className={classes['actions']}>
        <ActionIcon aria-label={`Rename ${row.name}`} onClick={() => open('rename', row)}>
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${row.name}`} onClick={() => open('remove', row)}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </span>
    ),
  },
]

interface StrongPartProps {
  readonly state: SignInMethods
  readonly onCodes: () => void
  readonly onSms: () => void
}

function StrongPart({ state: { recoveryCodesLeft, isSmsOn }, onCodes, onSms }: StrongPartProps) {
  return (
    <dl className={`${classes['facts']} ${classes['strong']}`} data-controls>
      <dt>Recovery codes</dt>
      <dd className={classes['choice']}>
        <span>{recoveryCodesLeft === 0 ? 'None left' : `${recoveryCodesLeft} of 10 left`}</span>
        <Button size="xs" variant="default" onClick={onCodes}>
          Create new codes
        </Button>
      </dd>
      <dt>Text messages</dt>
      <dd className={classes['choice']}>
        <span>{isSmsOn ? 'A code by text message also signs you in' : 'Off: a text message does not sign you in'}</span>
        <Button size="xs" variant="default" onClick={onSms}>
          {isSmsOn ? 'Switch off text messages' : 'Switch on text messages'}
        </Button>
      </dd>
    </dl>
  )
}

function SmsModal({ isOn, onClose }: { readonly isOn: boolean; readonly onClose: () => void }) {
  const change = useSwitchSms()
  return (
    <PasswordModal
      title={isOn ? 'Switch off text messages' : 'Switch on text messages'}
      text={
        isOn
          ? 'Only your other sign-in methods and your recovery codes then open Clubfolio. If you lose them all, ' +
            'nobody can let you in by text message. Your other sessions that a text message opened end.'
          : 'A code by text message then opens Clubfolio again, as an alternative to your other sign-in methods.'
      }
      submit={isOn ? 'Switch off' : 'Switch on'}
      isSubmitting={change.isPending}
      onSubmit={(password) => change.mutateAsync({ isOn: !isOn, password }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

interface MethodModalProps {
  readonly method: SignInMethod
  readonly onClose: () => void
}

function RenameModal({ method, onClose }: MethodModalProps) {
  const rename = useRenameMethod()
  return (
    <NameModal
      title="Rename sign-in method"
      icon={IconPencil}
      name={method.name}
      isSaving={rename.isPending}
      onSave={(name) => rename.mutateAsync({ id: method.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function RemoveModal({ method, isLast, onClose }: MethodModalProps & { readonly isLast: boolean }) {
  const remove = useRemoveMethod()
  return (
    <PasswordModal
      title="Remove sign-in method"
      subject={method.name}
      text={
        isLast
          ? 'It is your last one: the recovery codes end too, and signing in asks for a code by text message.'
          : 'It no longer opens Clubfolio. Your sessions stay.'
      }
      submit="Remove"
      isDanger
      isSubmitting={remove.isPending}
      onSubmit={(password) => remove.mutateAsync({ id: method.id, password }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
