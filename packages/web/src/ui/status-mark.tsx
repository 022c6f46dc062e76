// A status as a 12 px shape and a word, never by colour alone. Source: docs/rules/interface.md, "Tables".
import { sentenceCase } from '@clubfolio/domain'
import classes from './status-mark.module.css'

export type StatusShape = 'half' | 'ring' | 'dashed' | 'check' | 'struck' | 'cross' | 'unknown'

const shapes: Record<StatusShape, React.ReactNode> = {
  half: (
    <>
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1a5 5 0 0 1 0 10Z" fill="currentColor" />
    </>
  ),
  ring: <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  dashed: <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.73" />,
  check: (
    <>
      <circle cx="6" cy="6" r="5.75" fill="currentColor" />
      <path d="m3.4 6.2 1.8 1.8 3.4-3.6" fill="none" stroke="var(--cf-panel)" strokeWidth="1.5" />
    </>
  ),
  struck: (
    <>
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="m2.6 9.4 6.8-6.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  cross: (
    <>
      <circle cx="6" cy="6" r="5.75" fill="currentColor" />
      <path d="m4 4 4 4m0-4L4 8" fill="none" stroke="var(--cf-panel)" strokeWidth="1.5" />
    </>
  ),
  unknown: (
    <>
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="M4.7 4.9a1.3 1.3 0 1 1 1.9 1.1c-.4.2-.6.5-.6.9M6 8.4v.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
    </>
  ),
}

export interface StatusMarkProps {
  readonly shape: StatusShape
  readonly children: string
  /** The broker's original term, in a tooltip. */
  readonly title?: string
}

export function StatusMark({ shape, children, title }: StatusMarkProps) {
  return (
    <span className={classes['status']} title={title}>
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        aria-hidden="true"
        className={classes['shape']}
        data-shape={shape}
      >
        {shapes[shape]}
      </svg>
      {children}
    </span>
  )
}

const shapeOfOrder: Record<string, StatusShape> = {
  WORKING: 'half',
  PENDING_CANCEL: 'half',
  PENDING_REPLACE: 'half',
  PENDING_RECALL: 'half',
  NEW: 'ring',
  ACCEPTED: 'ring',
  QUEUED: 'ring',
  PENDING_ACKNOWLEDGEMENT: 'ring',
  PENDING_ACTIVATION: 'dashed',
  FILLED: 'check',
  CANCELED: 'struck',
  EXPIRED: 'struck',
  REPLACED: 'struck',
  REJECTED: 'cross',
}

/** Renders an order status of the wire in sentence case: AWAITING_PARENT_ORDER reads "Awaiting parent order". */
export function OrderStatusMark({ status }: { readonly status: string }) {
  const shape = status.startsWith('AWAITING_') ? 'dashed' : (shapeOfOrder[status] ?? 'unknown')
  return <StatusMark shape={shape}>{sentenceCase(status)}</StatusMark>
}
