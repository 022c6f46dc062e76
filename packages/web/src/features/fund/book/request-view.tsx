// Requests of members: approving opens the ordinary form, filled in; declining needs a reason.
// Source: docs/rules/fund.md, "Requests".
import { fundRequestRoutes, type FundBooks, type FundRequest, type Member } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { formatDay } from '../../../ui/format/date.ts'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useMembers } from '../member/api.ts'
import { useParticipations } from './api.ts'
import { useRequests } from './books-api.ts'
import { holderNetOf, useFees } from './fees-api.ts'
import { ReasonModal } from './reason-modal.tsx'
import { RequestWords } from './request-words.tsx'
import classes from '../fund.module.css'

const schema = fundRequestRoutes.declineRequest.body.pick({ reason: true })

export interface ApprovedRequest {
  readonly request: FundRequest
  readonly member: Member
  /** What the member would take out with everything: their net value. */
  readonly value: bigint
}

export interface RequestViewProps {
  readonly books: FundBooks
  /** Opens the form of the entry; the screen owns it. */
  readonly onApprove: (approved: ApprovedRequest) => void
}

export function RequestView({ books, onApprove }: RequestViewProps) {
  const requests = useRequests(books.accountId)
  const rows = useParticipations(books.accountId)
  const members = useMembers()
  const fees = useFees(books.accountId)
  const [declining, setDeclining] = useState<FundRequest>()
  if (requests.isError) return <FailedQuery query={requests} title="The requests could not be loaded" />
  if (!requests.data) return <Skeleton height={120} />
  const open = requests.data.filter(({ state }) => state === 'OPEN')
  const decided = requests.data.filter(({ state }) => state !== 'OPEN')
  return (
    <>
      <section aria-label="Open requests">
        <h3 className={classes['heading']}>Open</h3>
        {open.length === 0 ? (
          <p className={classes['none']}>
            No request is open. Members with a user ask to pay in or take out on their page My funds.
          </p>
        ) : null}
        {open.map((request) => {
          const member = members.data?.find(({ id }) => id === request.memberId)
          const row = rows.data?.find(({ memberId }) => memberId === request.memberId)
          return (
            <div key={request.id} className={classes['line']}>
              <span>{formatDay(request.madeAt)}</span>
              <RequestWords request={request} who={request.name} />
              <Button
                size="compact-sm"
                aria-label={`Approve the request of ${request.name}`}
                disabled={!member || !rows.data || fees.isPending}
                onClick={() =>
                  // Somebody for whom nothing is recorded yet has no row and nothing to take out.
                  member &&
                  onApprove({ request, member, value: holderNetOf(fees.data, member.id)?.net ?? row?.value ?? 0n })
                }
              >
                Approve
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Decline the request of ${request.name}`}
                onClick={() => setDeclining(request)}
              >
                Decline
              </Button>
            </div>
          )
        })}
      </section>
      {decided.length > 0 ? (
        <section aria-label="Decided requests">
          <h3 className={classes['heading']}>Decided</h3>
          {decided.map((request) => (
            <div key={request.id} className={classes['line']}>
              <span>{formatDay(request.madeAt)}</span>
              <RequestWords request={request} who={request.name} />
            </div>
          ))}
        </section>
      ) : null}
      {declining ? (
        <ReasonModal
          title="Decline the request"
          subject={declining.name}
          icon={IconMessageOff}
          submit="Decline"
          schema={schema}
          consequence="The member sees this reason."
          send={(reason) =>
            api.fund.declineRequest(
              { body: { accountId: books.accountId, id: declining.id, reason } },
              { inForm: true },
            )
          }
          onClose={() => setDeclining(undefined)}
        />
      ) : null}
    </>
  )
}
