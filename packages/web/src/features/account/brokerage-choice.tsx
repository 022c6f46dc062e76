// Asks at which brokerage accounts are linked. Choosing one is the click that opens its page: a browser allows a window
// only then.
import type { Brokerage, LinkWay } from '@clubfolio/contract'
import { Anchor, Button, Loader, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconLink } from '@tabler/icons-react'
import { Modal } from '../../ui/modal.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import classes from './account.module.css'
import { useBrokerages } from './api.ts'
import { PaperMark } from './paper-mark.tsx'

export interface BrokerageChoiceProps {
  readonly onChoose: (brokerage: Brokerage, way: LinkWay) => void
  /** For an account whose broker is not connected. */
  readonly onFiles: () => void
  /** For a fund that was exported elsewhere. */
  readonly onFund: () => void
  readonly onClose: () => void
}

export function BrokerageChoice({ onChoose, onFiles, onFund, onClose }: BrokerageChoiceProps) {
  const brokerages = useBrokerages()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Link an account"
      icon={IconLink}
      foot={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {brokerages.data ? (
        <ul className={classes['choices']} aria-label="Where the account is">
          {brokerages.data.map((brokerage) => (
            <li key={brokerage.name}>
              <UnstyledButton
                className={classes['choice'] ?? ''}
                onClick={() => onChoose(brokerage, brokerage.ways[0] ?? 'popup')}
              >
                <span className={classes['choiceTitle']}>
                  {brokerage.title} {brokerage.isPaper ? <PaperMark /> : null}
                </span>{' '}
                <IconChevronRight size={16} stroke={1.6} aria-hidden />
                <span className={classes['needs']}>{brokerage.needs}</span>
              </UnstyledButton>
              {brokerage.ways.length > 1 ? (
                <Anchor
                  component="button"
                  type="button"
                  className={classes['otherWay'] ?? ''}
                  onClick={() => onChoose(brokerage, 'keyPair')}
                >
                  Use a key pair of {brokerage.title} instead
                </Anchor>
              ) : null}
            </li>
          ))}
          <li>
            <UnstyledButton className={classes['choice'] ?? ''} onClick={onFiles}>
              <span className={classes['choiceTitle']}>From files</span>{' '}
              <IconChevronRight size={16} stroke={1.6} aria-hidden />
              <span className={classes['needs']}>
                Any other broker. You need its statement files (CSV, XML, OFX); the account takes no orders.
              </span>
            </UnstyledButton>
          </li>
          <li>
            <UnstyledButton className={classes['choice'] ?? ''} onClick={onFund}>
              <span className={classes['choiceTitle']}>Exported fund</span>{' '}
              <IconChevronRight size={16} stroke={1.6} aria-hidden />
              <span className={classes['needs']}>The books of a fund from another installation, as one ZIP file.</span>
            </UnstyledButton>
          </li>
        </ul>
      ) : brokerages.isError ? (
        <FailedQuery query={brokerages} title="The brokerages could not be loaded" />
      ) : (
        <div className={classes['linking']} role="status">
          <Loader size={16} aria-hidden />
          <p>Looking up the brokerages.</p>
        </div>
      )}
    </Modal>
  )
}
