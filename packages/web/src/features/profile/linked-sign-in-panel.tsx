// Sign-ins at a provider that open Clubfolio for this person in place of the password. Without a provider and without
// links there is no panel. Source: docs/rules/access.md, "Sign in with a provider".
import type { LinkedSignIn } from '@clubfolio/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kernel/api.ts'
import { refreshOptions } from '../../kernel/is-refresh.ts'
import { Panel } from '../../ui/panel.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { instantColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { showToast } from '../../ui/toast.tsx'
import { useOidcProvider } from '../auth/oidc-api.ts'
import { PasswordModal } from './password-modal.tsx'
import classes from './profile.module.css'

const linksKey = ['profile', 'linked-sign-ins'] as const

function useLinks() {
  return useQuery({
    queryKey: linksKey,
    queryFn: (context) => api.oidcSignIn.findLinks({}, { ...refreshOptions(context), ownMessage: true }),
  })
}

export function LinkedSignInPanel() {
  const links = useLinks()
  const provider = useOidcProvider().data?.provider?.name
  const [isLinking, setIsLinking] = useState(false)
  const [removed, setRemoved] = useState<LinkedSignIn>()
  const view = useTableView({ columns: columnsWith(setRemoved), rows: links.data, rowId: (row) => row.id })
  const count = links.data?.length ?? 0
  if (provider === undefined && count === 0) return null
  const failure = failureOf(links, 'Your linked sign-ins could not be read')
  return (
    <Panel
      title="Linked sign-ins"
      isRefreshing={links.isFetching && !links.isPending}
      controls={
        provider !== undefined && links.data?.some((one) => one.provider === provider) === false ? (
          <Button size="xs" variant="default" onClick={() => setIsLinking(true)}>
            Link {provider}
          </Button>
        ) : undefined
      }
    >
      {links.data && count === 0 ? (
        <p className={classes['none']}>
          No sign-in is linked. Link {provider} to sign in there in place of your password; your second step stays.
        </p>
      ) : (
        <DataTable view={view} label="Linked sign-ins" empty={null} failure={failure} skeletonRows={1} />
      )}
      {isLinking && provider !== undefined ? (
        <LinkModal provider={provider} onClose={() => setIsLinking(false)} />
      ) : null}
      {removed ? <RemoveModal link={removed} onClose={() => setRemoved(undefined)} /> : null}
    </Panel>
  )
}

const columnsWith = (onRemove: (link: LinkedSignIn) => void): Column<LinkedSignIn>[] => [
  textColumn<LinkedSignIn>({ id: 'provider', header: 'Provider', value: (row) => row.provider }),
  textColumn<LinkedSignIn>({ id: 'email', header: 'E-mail there', value: (row) => row.email ?? '' }),
  instantColumn<LinkedSignIn>({ id: 'linked', header: 'Linked', value: (row) => row.linkedAt }),
  instantColumn<LinkedSignIn>({ id: 'used', header: 'Last used', value: (row) => row.lastUsedAt }),
  {
    id: 'remove',
    header: 'Action',
    align: 'right',
    width: 90,
    isFixed: true,
    isAction: true,
    render: (row) => (
      <ActionIcon aria-label={`Remove the sign-in with ${row.provider}`} onClick={() => onRemove(row)}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    ),
  },
]

function LinkModal({ provider, onClose }: { readonly provider: string; readonly onClose: () => void }) {
  const start = useMutation({
    mutationFn: (password: string) => api.oidcSignIn.startLink({ body: { password } }, { inForm: true }),
    onSuccess: ({ authoriseUrl }) => location.assign(authoriseUrl),
  })
  return (
    <PasswordModal
      title={`Link ${provider}`}
      text={`You continue at ${provider} and come back here. Your sign-in there then takes the place of your password.`}
      submit="Continue"
      isSubmitting={start.isPending}
      onSubmit={(password) => start.mutateAsync(password)}
      onClose={onClose}
    />
  )
}

function RemoveModal({ link, onClose }: { readonly link: LinkedSignIn; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (password: string) => api.oidcSignIn.removeLink({ body: { id: link.id, password } }, { inForm: true }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: linksKey }),
  })
  return (
    <PasswordModal
      title="Remove linked sign-in"
      subject={link.provider}
      text="It no longer opens Clubfolio; your password does. Your sessions stay."
      submit="Remove"
      isDanger
      isSubmitting={remove.isPending}
      onSubmit={(password) => remove.mutateAsync(password)}
      onClose={onClose}
    />
  )
}
