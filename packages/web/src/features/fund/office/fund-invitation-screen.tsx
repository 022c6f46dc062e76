// The page behind the link of an invitation to a role in a fund. The part after the # never leaves the browser but in
// the call that redeems it.
import { fundRoleNames } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../kernel/api.ts'
import { useSessionUser } from '../../../kernel/session.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'

export function FundInvitationScreen() {
  useDocumentTitle('Fund invitation')
  const token = window.location.hash.replace(/^#/, '')
  const user = useSessionUser()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['fund-invitation', token, user?.id],
    queryFn: ({ signal }) => api.fund.findFundInvitation({ body: { token } }, { signal, ownMessage: true }),
    enabled: token !== '',
    retry: false,
  })
  const accept = useMutation({
    mutationFn: () => api.fund.acceptFundInvitation({ body: { token } }),
    onSuccess: ({ message, accountId }) => {
      showToast({ tone: 'success', title: 'Success', message })
      void navigate({ to: '/account-mapping', search: { fund: accountId }, replace: true })
    },
  })
  const { data } = invitation
  return (
    <>
      <PageHead title="Fund invitation" />
      <Panel>
        {token === '' ? (
          <EmptyState
            title="No invitation here"
            words="Open the link in the mail that you received. It works once, within 7 days."
          />
        ) : invitation.isError ? (
          <EmptyState title="This invitation cannot be used" words={invitation.error.message} />
        ) : data ? (
          <EmptyState
            title={`${data.owner} invites you as ${fundRoleNames[data.role].toLowerCase()}`}
            words={
              `You will see the ${data.club === null ? 'fund' : `fund ${data.club}`} under Account Mapping. ` +
              `${roleConsequences[data.role]}${data.lastDay === null ? '' : ` Your last day is ${data.lastDay}.`}`
            }
            actions={
              <Button loading={accept.isPending} onClick={() => accept.mutate()}>
                Accept the role
              </Button>
            }
          />
        ) : null}
      </Panel>
    </>
  )
}

const roleConsequences = {
  TREASURER: 'You record entries, match movements and send statements.',
  APPROVER: 'You see everything and decide what waits for a second person.',
  AUDITOR: 'You see and export everything, and change nothing.',
} as const
